// One page for the lobby, the table, replays, rules, dice and people; the address says which.
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/map.css";
import "./styles/table.css";
import "./styles/topbar.css";
import "./styles/panels.css";
import "./styles/log.css";
import "./styles/film.css";
import "./styles/phone.css";
import "./styles/lobby.css";
import "./table/history.css";

const root = document.getElementById("app")!;
const [, page = "", ...rest] = location.pathname.split("/").map(decodeURIComponent);

switch (page) {
  case "table":
    void import("./table/page").then(({ openTable }) => openTable(root, rest[0] ?? ""));
    break;
  case "replay":
  case "shared":
  case "open":
    void import("./replay/page").then(({ openReplay }) => openReplay(root, page, rest[0] ?? ""));
    break;
  case "scenario":
    void import("./scenario/page").then(({ openScenario }) => openScenario(root, `${rest[0] ?? ""}/${rest[1] ?? ""}`));
    break;
  case "rules":
    void import("./rules/page").then(({ openRules }) => openRules(root, rest[0] ?? "", rest[1] ?? ""));
    break;
  case "dice":
    void import("./dice/page").then(({ openDice }) => openDice(root, rest[0] ?? ""));
    break;
  case "enter":
    void import("./people/enter").then(({ openEnter }) => openEnter(root));
    break;
  case "account":
    void import("./people/account").then(({ openAccount }) => openAccount(root));
    break;
  case "people":
    void import("./people/person").then(({ openPerson }) => openPerson(root, rest[0] ?? ""));
    break;
  case "ladder":
    void import("./people/ladder").then(({ openLadder }) => openLadder(root, rest[0] ?? ""));
    break;
  default:
    void import("./lobby/page").then(({ openLobby }) => openLobby(root));
}
