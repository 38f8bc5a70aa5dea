import { expect, test } from "vitest";
import { orderList, ordersFrom, readOrders } from "./orders";

const WINDOWS = [
  { kind: "oppfire", name: "", text: "", let: "hold", act: "fire", bands: [{ name: "casualty", label: "" }], then: [{ kind: "opptarget", answer: "at" }] },
  { kind: "black", name: "", text: "", let: "keep" },
];
const SAID = ["oppfire: fire if casualty at least 25%", "oppfire: hold", "opptarget: at if casualty at least 0%", "black: keep"];

test("the server's sentences are read back as orders", () => {
  expect(readOrders(SAID)).toStrictEqual([
    { kind: "oppfire", answer: "fire", band: "casualty", least: 0.25 },
    { kind: "oppfire", answer: "hold" },
    { kind: "opptarget", answer: "at", band: "casualty", least: 0 },
    { kind: "black", answer: "keep" },
  ]);
  expect(readOrders(["nonsense"])).toStrictEqual([]);
});

test("each window is asked about, let pass, or answered on a condition", () => {
  const rules = ordersFrom(readOrders(SAID), WINDOWS);
  expect(rules.get("oppfire")).toStrictEqual({ mode: "when", band: "casualty", least: 0.25 });
  expect(rules.get("black")).toStrictEqual({ mode: "never" });
  expect(ordersFrom([], WINDOWS).size).toBe(0);
});

test("orders survive a trip through the rules of the windows", () => {
  const orders = readOrders(SAID);
  expect(orderList(ordersFrom(orders, WINDOWS), WINDOWS)).toStrictEqual(orders);
});
