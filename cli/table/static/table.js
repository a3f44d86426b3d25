// What the table does without a reload. Everything here can be done without it, by the same form and the same links.
// (A short module: it has the others come in the order in which they listen.)
import { dress } from "./answer.js";
import "./reasons.js";
import "./known-as.js";
import "./board.js";
import "./look-back.js";
import "./tabs.js";
import "./keys.js";
import "./tell.js";
import "./news.js";
import "./program.js";

dress();
