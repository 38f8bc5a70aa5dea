// Map symbols of operational units, in a box 46 x 31 at (27, 24).
import type { Ink } from "../palette";
import { circle, path, rect } from "../svg";

const [X0, Y0, X1, Y1] = [27, 24, 73, 55];
const MX = 50;
const MY = 39.5;

type Sign = (line: (d: string, w?: number) => string, solid: (d: string) => string) => string;

const CROSS = `M${X0} ${Y0}L${X1} ${Y1}M${X1} ${Y0}L${X0} ${Y1}`;
const OVAL = "M42 31h16a8.5 8.5 0 0 1 0 17H42a8.5 8.5 0 0 1 0-17Z";
const DOT = "M43.5 39.5a6.5 6.5 0 1 1 13 0a6.5 6.5 0 1 1-13 0Z";
const UPRIGHT = `M${MX} ${Y0}V${Y1}`;

const SIGNS: Record<string, Sign> = {
  infantry: (line) => line(CROSS),
  motorised: (line) => line(CROSS) + line(UPRIGHT),
  mechanised: (line) => line(CROSS) + line(OVAL),
  armour: (line) => line(OVAL, 3.2),
  assault_gun: (line) => line(OVAL, 3.2) + line(UPRIGHT),
  tank_destroyer: (line) => line(OVAL, 3) + line(`M${X0} ${Y1}L${MX} ${Y0}L${X1} ${Y1}`),
  artillery: (_, solid) => solid(DOT),
  sp_artillery: (line, solid) => line(OVAL, 3) + solid("M45.5 39.5a4.5 4.5 0 1 1 9 0a4.5 4.5 0 1 1-9 0Z"),
  rocket_artillery: (line, solid) =>
    solid("M44.5 46a5.5 5.5 0 1 1 11 0a5.5 5.5 0 1 1-11 0Z") + line("M42.5 36l7.5-5.5 7.5 5.5M42.5 31.5l7.5-5 7.5 5", 2.4),
  anti_tank: (line) => line(`M${X0} ${Y1}L${MX} ${Y0}L${X1} ${Y1}`),
  engineer: (line) => line("M37 48V33.5h26V48M50 33.5V48", 3.2),
  recon: (line) => line(`M${X0} ${Y1}L${X1} ${Y0}`),
  cavalry: (line, solid) => solid(`M${X0} ${Y1}L${X1} ${Y0}L${X1} ${Y1}Z`) + line(`M${X0} ${Y1}L${X1} ${Y0}`),
  hq: (_, solid) => solid(`M${X0} ${Y0}H${X1}V34H${X0}Z`),
  anti_air: (line) => line(`M${X0} ${Y1}C34 38 66 38 ${X1} ${Y1}`, 3),
  machine_gun: (line) => line(CROSS, 2) + line("M50 28v19M44.5 34L50 28l5.5 6", 3),
  heavy_weapons: (line, solid) => line(CROSS, 2) + solid("M45.5 39.5a4.5 4.5 0 1 1 9 0a4.5 4.5 0 1 1-9 0Z"),
  infantry_gun: (line, solid) => line(CROSS, 2) + solid(DOT),
  air: (_, solid) => solid("M50 39.5c-4-7-17-8-17 0s13 7 17 0c4 7 17 8 17 0s-13-7-17 0Z"),
  supply: (line) => line(`M${X0} 47H${X1}`),
  fortification: (line) => line("M31 48v-9h7v4h8v-4h8v4h8v-4h7v9Z", 2.6),
};

const ALIASES: Record<string, string> = {
  inf: "infantry",
  rifle: "infantry",
  squad: "infantry",
  mot: "motorised",
  motorized: "motorised",
  motor: "motorised",
  mech: "mechanised",
  mechanized: "mechanised",
  panzergrenadier: "mechanised",
  armor: "armour",
  arm: "armour",
  tank: "armour",
  ag: "assault_gun",
  spg: "assault_gun",
  sp_gun: "assault_gun",
  art: "artillery",
  rocket: "rocket_artillery",
  rockets: "rocket_artillery",
  at: "anti_tank",
  at_gun: "anti_tank",
  anti_tank_gun: "anti_tank",
  gun: "anti_tank",
  eng: "engineer",
  pioneer: "engineer",
  reconnaissance: "recon",
  rec: "recon",
  cav: "cavalry",
  aa: "anti_air",
  flak: "anti_air",
  anti_aircraft: "anti_air",
  mg: "machine_gun",
  mortar: "heavy_weapons",
  heavy: "heavy_weapons",
  plane: "air",
  bomber: "air",
  headquarters: "hq",
  fu: "fortification",
  fort: "fortification",
};

export const SIGN_NAMES = Object.keys(SIGNS);

/** The box with its sign; an unknown kind of unit keeps an empty box. */
export function natoMarkup(symbol: string | null | undefined, ink: Ink): string {
  const black = ink("fig");
  const line = (d: string, w = 2.8) => path(d, { fill: "none", stroke: black, "stroke-width": w, "stroke-linejoin": "round" });
  const solid = (d: string) => path(d, { fill: black });
  const key = (symbol ?? "").toLowerCase();
  const sign = SIGNS[ALIASES[key] ?? key];
  const box = { fill: ink("mark-neutral"), stroke: black, "stroke-width": 2.8 };
  const frame = rect(X0, Y0, X1 - X0, Y1 - Y0, box);
  return frame + (sign ? sign(line, solid) : "") + rect(X0, Y0, X1 - X0, Y1 - Y0, { ...box, fill: "none" }) + wheelsOf(key, black);
}

/** Two wheels under the box: the unit rides. */
function wheelsOf(key: string, black: string): string {
  return key.endsWith("_wheeled") ? circle(MX - 9, MY + 19, 2.6, { fill: black }) + circle(MX + 9, MY + 19, 2.6, { fill: black }) : "";
}
