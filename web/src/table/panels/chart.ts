// Dice as bars: every sum with its weight, the bands told apart by fill, line and sign, the total in words.
import { html, nothing, svg, type Html } from "../../bits";
import type { Check } from "../../wire";
import { chartOf, isPlain, percentRange } from "../odds";
import { say } from "../../texts/say";

/** More bands than this are read in a table. */
export const MANY = 4;
const WIDE = 292;
const HIGH = 72;

const STAR = "l2 4.500 5 .4-3.800 3.200 1.200 4.800-4.400-2.600-4.400 2.600 1.200-4.800-3.800-3.200 5-.4Z";

/** The bars of a check thrown with common dice; null if they cannot be counted here. */
export function chart(check: Check): Html | null {
  const drawn = chartOf(check);
  if (!drawn) return null;
  const step = WIDE / drawn.bars.length;
  const most = Math.max(...drawn.bars.map((bar) => bar.weight));
  const edge = drawn.bars.findIndex(
    (bar, n) => n > 0 && isPlain(bar.band) !== isPlain(drawn.bars[n - 1]!.band),
  );
  return html`<svg class="chart" viewBox=${`0 0 ${WIDE} ${HIGH}`} role="img" aria-label=${label(check)}>
    ${drawn.bars.map((bar, n) => {
      const plain = isPlain(bar.band);
      const top = HIGH - 18 - (bar.weight / most) * (HIGH - 30);
      const best = check.bands.length > 2 && bar.band === check.bands.length - 1;
      const x = n * step;
      return svg`<g class=${plain ? "plain" : "counts"}><title>${say("check.bar", { sum: bar.sum, n: bar.weight, total: drawn.total, band: check.bands[bar.band]!.label })}</title>
        <rect x=${x + 2} y=${top} width=${step - 4} height=${HIGH - 18 - top} rx="1.5"></rect>
        ${best ? svg`<path class="best" d=${`M${x + step / 2} ${top - 13}${STAR}`}></path>` : nothing}
        <text x=${x + step / 2} y=${HIGH - 4}>${bar.sum}</text></g>`;
    })}
    ${edge > 0 ? svg`<path class="edge" d=${`M${edge * step} 2V${HIGH - 16}`}></path>` : nothing}
  </svg>`;
}

const label = (check: Check): string =>
  check.bands.map((band) => say("check.percent", { band: band.label, share: percentRange(band.low, band.high) })).join(", ");

/** Bands side by side, each with its share and its name: for dice with faces of their own, and for ranges. */
export function bandBar(check: Check): Html {
  if (check.bands.length > MANY) return bandTable(check);
  const total = check.bands.reduce((sum, band) => sum + (band.low + band.high) / 2, 0) || 1;
  const shown = check.bands.filter((band) => band.high > 0);
  return html`<div class="bands" role="img" aria-label=${label(check)}>
      ${shown.map((band) => {
        const share = (band.low + band.high) / 2 / total;
        const n = check.bands.indexOf(band);
        return html`<div
          class="band b${Math.min(3, n)}"
          style=${`flex:${Math.max(0.06, share)}`}
          title=${`${band.label} ${percentRange(band.low, band.high)} %${band.exact ? ` (${band.exact})` : ""}`}
        >
          <b>${percentRange(band.low, band.high)}%</b>
        </div>`;
      })}
    </div>
    <ul class="band-names">
      ${shown.map((band) => html`<li class="b${Math.min(3, check.bands.indexOf(band))}">${band.label}</li>`)}
    </ul>`;
}

/** Many bands: each with its name, a bar for its share and the share itself, a paler end where it is not certain. */
export function bandTable(check: Check): Html {
  const shown = check.bands.filter((band) => band.high > 0);
  const most = Math.max(0.01, ...shown.map((band) => band.high));
  const bar = (share: number): string => `width:${Math.round((share / most) * 100)}%`;
  const wordy = shown.some((band) => band.label.length > 9);
  return html`<ul class="band-table ${wordy ? "wordy" : ""}" aria-label=${label(check)}>
    ${shown.map(
      (band) =>
        html`<li title=${band.exact ?? ""}>
          <span>${band.label}</span><i><i style=${bar(band.high)}></i><i style=${bar(band.low)}></i></i
          ><b>${percentRange(band.low, band.high)}%</b>
        </li>`,
    )}
  </ul>`;
}
