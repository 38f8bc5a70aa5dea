// Somebody's ratings: a figure with its error for each game, how it came about, and the games that made it.
//
// Hooks for tests: [data-rating] by game, with data-value; [data-rated-game] by table.
import { html, nothing, svg, type Html } from "../bits";
import type { GameRating, RatedGame, RatingPoint } from "../wire";
import { strengthText, strengthTip } from "./strength";
import { day } from "./words";
import { say } from "../texts/say";

const WIDE = 300;
const HIGH = 84;

export const sideNamed = (seat: string): string => `${seat.charAt(0).toUpperCase()}${seat.slice(1).replaceAll("_", " ")}`;
export const signed = (n: number): string => (n < 0 ? `−${-n}` : `+${n}`);

export function ratingCards(ratings: GameRating[]): Html {
  return html`<section class="card narrow wide-rows" id="ratings">
    <h2>${say("rating.title")}</h2>
    ${ratings.length ? html`<div class="rating-cards">${ratings.map(card)}</div>` : html`<p class="note">${say("rating.none")}</p>`}
  </section>`;
}

function card({ game, title, strength, history }: GameRating): Html {
  return html`<div class="rating-card" data-rating=${game} data-value=${strength.rating}>
    <h3 lang="en"><a href=${`/ladder/${encodeURIComponent(game)}`}>${title}</a></h3>
    <p title=${strengthTip(strength)}>
      <b>${strengthText(strength)}</b>${strength.provisional ? html` <em title=${say("rating.provisionalTip")}>${say("rating.provisional")}</em>` : nothing}
      <small>${say("rating.ofGames", { n: strength.games })}</small>
    </p>
    ${history.length > 1 ? line([...history].reverse()) : nothing}
  </div>`;
}

/** The rating over the last games, in the band that held the strength 19 times in 20. */
function line(points: RatingPoint[]): Html {
  const [low, high] = [Math.min(...points.map((one) => one.low)), Math.max(...points.map((one) => one.high))];
  const x = (n: number): number => (n / (points.length - 1)) * WIDE;
  const y = (rating: number): number => 4 + ((high - rating) / (high - low || 1)) * (HIGH - 8);
  const at = (n: number, rating: number): string => `${x(n).toFixed(1)} ${y(rating).toFixed(1)}`;
  const upper = points.map((one, n) => at(n, one.high));
  const lower = points.map((one, n) => at(n, one.low)).reverse();
  const told = say("rating.chart", { from: points[0]!.rating, to: points.at(-1)!.rating, n: points.length });
  return html`<svg class="rating-line" viewBox=${`0 0 ${WIDE} ${HIGH}`} role="img" aria-label=${told}>
    <title>${told}</title>
    ${svg`<path class="band" d=${`M${[...upper, ...lower].join("L")}Z`}></path><path d=${`M${points.map((one, n) => at(n, one.rating)).join("L")}`}></path><circle cx=${WIDE} cy=${y(points.at(-1)!.rating)} r="3.5"></circle>`}
  </svg>`;
}

export function ratedGames(games: RatedGame[]): Html {
  if (!games.length) return nothing;
  return html`<section class="card narrow wide-rows" id="rated-games">
    <h2>${say("rating.games")}</h2>
    <ul class="rows">
      ${games.map(row)}
    </ul>
  </section>`;
}

function row(game: RatedGame): Html {
  const how = say(game.score === 1 ? "rating.won" : game.score ? "rating.drawn" : "rating.lost");
  const whom = say("rating.against", { name: game.opponent || say("rating.forgotten") });
  const worth = game.advantage ? `, ${say("rating.sideWorth", { points: signed(game.advantage) })}` : "";
  return html`<li class="row" data-rated-game=${game.table}>
    <span
      ><b lang="en">${game.title}</b> <small>${how} ${say("person.as", { side: sideNamed(game.side) })} ${whom}${worth}, ${day(game.ended)}</small></span
    >
    <span class="figure ${game.after < game.before ? "less" : "more"}"><b>${game.after}</b> ${signed(game.after - game.before)}</span>
    <a class="btn" href=${`/replay/${encodeURIComponent(game.table)}`}>${say("person.watch")}</a>
  </li>`;
}
