// What a page has in a browser and a test must bring along.
import { vi } from "vitest";

const query = { matches: false, addEventListener: () => undefined };
vi.stubGlobal("matchMedia", () => query);
