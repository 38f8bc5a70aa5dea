// One page for the lobby and the table; the address says which.
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/map.css";
import "./styles/table.css";
import "./styles/panels.css";
import "./styles/log.css";
import "./styles/phone.css";
import "./styles/lobby.css";

const root = document.getElementById("app")!;
const table = /^\/table\/([^/]+)\/?$/.exec(location.pathname);

if (table) void import("./table/page").then(({ openTable }) => openTable(root, decodeURIComponent(table[1]!)));
else void import("./lobby/page").then(({ openLobby }) => openLobby(root));
