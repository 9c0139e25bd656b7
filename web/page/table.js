//! Table: connects a game with its board, its players and the animation of its moves.

import { BoardView } from "./board.js";
import { Chooser } from "./chooser.js";
import { byId } from "./dom.js";
import { isCancelled } from "./door.js";
import { resultText, whyOver } from "./ending.js";
import { keepGame } from "./history.js";
import { stores, storeName } from "./fields.js";
import { sideIndex, wayOf } from "./film.js";
import { Game } from "./game.js";
import { hasFourRows, otherSide, readPosition, seedsText, sideName, sideOf } from "./notation.js";
import { PLAYERS, isEngine, known, think } from "./players.js";
import { Projector } from "./projector.js";
import { hear, tell, tellError } from "./say.js";
import { kept, set, settings, tab } from "./storage.js";
import { refusal, text } from "./texts.js";
import { begins, keyOf } from "./tree.js";

/** Number of moves of a line that are drawn as arrows. */
const ARROWS = 3;

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Milliseconds between the moves of two engines without animation. */
const BREATH = 500;

/** A position as a still frame. */
const still = (board) => ({ board, hand: 0, at: null, flight: null, text: "", event: -1 });

export class Table extends EventTarget {
  /** @param {HTMLElement} host Parent of the board. */
  constructor(host) {
    super();
    this.board = new BoardView(host, { onPit: (pit, event) => this.#press(pit, event), onLook: (pit) => this.#look(pit), onBuilt: () => this.chooser?.again() });
    this.board.still = () => calm.matches;
    this.projector = new Projector({
      show: (frame, beat) => this.#frame(frame, beat),
      speed: () => (calm.matches ? "instant" : settings.speed),
      changed: () => this.#changed("show"),
    });
    this.chooser = new Chooser({ board: this.board, onMove: ({ move }) => this.play(move), onPreview: (move) => this.preview(move) });
    this.players = { S: known(settings.players.S), N: known(settings.players.N) };
    this.board.flipped = this.#northAlone();
    this.game = null;
    this.here = null;
    this.count = 0;
    this.serial = 0;
    this.words = "";
    this.reason = "";
    /** The last words of the engine. */
    this.english = "";
    this.editing = null;
    this.watching = false;
    this.example = null;
    this.aside = null;
    /** Whether arrows show the moves to come. */
    this.guided = false;
    this.halted = false;
    this.thinking = null;
    /** Games before each undo, for redo. */
    this.undone = [];
  }

  /** Adds a listener; every event has a detail. @override @param {string} kind @param {(event: any) => void} listener */
  addEventListener(kind, listener) {
    super.addEventListener(kind, listener);
  }

  /** Notifies listeners of a change. */
  #changed(what) {
    this.dispatchEvent(new CustomEvent("change", { detail: what }));
  }

  get atLast() {
    return this.count === this.game?.plies.length;
  }

  /** The end of the game, if it is over and its end is shown. */
  get end() {
    const end = this.game && this.here && this.atLast ? this.game.end(this.here) : null;
    return end && { ...end, why: whyOver(end, this.here, this.projector.frames, this.game.info.mechanisms) };
  }

  get toMove() {
    return this.here?.board.to_move ?? "S";
  }

  /** Whether a person may move now. */
  get mayMove() {
    return Boolean(this.here) && !this.editing && !this.end && this.who(this.toMove) === "person";
  }

  /** Whether the game continues by itself: an engine is thinking, or two are playing. */
  get going() {
    const alone = this.game && ["S", "N"].every((side) => isEngine(this.who(side)));
    return !this.halted && Boolean(this.thinking || (alone && this.atLast && !this.end));
  }

  /** The player of a side now; engines do not answer while examples are shown. */
  who(side) {
    return this.watching ? "person" : this.players[side];
  }

  /**
   * Opens a game and shows its last position.
   * @param {import("./link.js").Told} told
   * @param {{asFarAsLegal?: boolean, keep?: boolean, quiet?: boolean, count?: number, example?: string | null, guided?: boolean}} [how] `example` is the name of an example to show instead of the game, which stays available; `guided` draws its moves to come as arrows.
   * @returns {Promise<boolean>} Whether it is shown, and nothing else was done meanwhile.
   */
  async open(told, { asFarAsLegal = false, keep = true, quiet = false, count, example = null, guided = false } = {}) {
    const serial = ++this.serial;
    const game = await Game.open(told, { asFarAsLegal });
    if (serial !== this.serial) return false;
    this.#pause();
    this.undone = [];
    if (example !== null) this.aside ??= this.#shown();
    else if (keep && this.game) this.#keep(quiet);
    if (example === null) this.aside = null;
    this.game = game;
    this.example = example;
    this.guided = guided;
    this.watching = example !== null;
    this.halted = false;
    this.here = null;
    this.count = Math.min(count ?? Infinity, game.plies.length);
    this.#save();
    this.board.setChoices({});
    this.board.setShape(game.info.layout, stores(game.info.start).map(([name]) => name));
    this.#changed("game");
    await this.goTo(this.count);
    if (!this.watching) for (const note of game.notes) tell(note);
    return this.serial === serial + 1;
  }

  /** The game and the position on the board. */
  #shown() {
    return this.game && { ...this.game.told(), count: this.count, title: this.game.title };
  }

  /** Returns from an example to the game. */
  async back() {
    if (this.aside) await this.open(this.aside, { keep: false, count: this.aside.count });
  }

  /** Turns the example into the game, for a player who goes on from it. */
  #adopt() {
    if (this.aside) this.#keep();
    this.example = null;
    this.guided = false;
    this.aside = null;
    this.watching = false;
    this.#save();
    this.#changed("game");
  }

  /** Saves the game before another one is opened. */
  #keep(quiet = false) {
    const before = this.aside ?? this.#shown();
    if (!keepGame(before.title, before) || quiet) return;
    tell(text("gameSaved", { title: before.title }), { action: { words: text("backToIt"), run: () => this.open(before, { count: before.count }).catch(tellError) } });
  }

  /** Shows the game after `count` moves; with `show` the last of them is animated. */
  async goTo(count, { show = false } = {}) {
    const serial = ++this.serial;
    this.#pause();
    this.editing = null;
    const { game } = this;
    const [here, last] = await Promise.all([game.position(count), count > 0 ? game.look(count - 1, game.plies[count - 1].move) : null]);
    if (serial !== this.serial) return;
    this.count = count;
    this.here = here;
    if (last && show) {
      this.#changed("position");
      await this.#show(last, serial);
    } else {
      this.projector.load(last?.frames ?? [still(here.board)]);
      this.board.show({ ...this.projector.frame, moving: false });
      this.words = "";
    }
    if (serial !== this.serial) return;
    hear(`${count === 0 ? text("startOfGame") : text("afterMove", { number: count, move: game.plies[count - 1].move })} ${text("toMove", { who: sideName(this.toMove) })}`);
    this.#ready();
  }

  async #show({ frames }, serial) {
    this.board.setChoices({});
    this.board.setLast([]);
    await this.projector.playAll(frames);
    return serial === this.serial;
  }

  /** Starts the position editor: presses on pits and stores go to `press`, and no engine plays. */
  edit(press) {
    this.serial += 1;
    this.#pause();
    this.projector.finish();
    this.editing = { press };
    this.board.setChoices(Object.fromEntries(this.board.places.map((place) => [place, {}])));
    this.board.setLast([]);
    this.words = "";
    this.#changed("edit");
  }

  /** Plays a move in the position that is shown. */
  async play(move) {
    const serial = ++this.serial;
    this.#pause();
    const { game, count } = this;
    try {
      const looked = await game.look(count, move);
      if (serial !== this.serial) return;
      this.undone = [];
      game.add(count, looked.answer);
      this.count = count + 1;
      this.here = null;
      this.#save();
      hear(this.#told(looked.answer, looked.frames));
      const next = game.position(this.count);
      next.then((here) => serial === this.serial && this.#think(here), () => {});
      this.#changed("position");
      if (!(await this.#show(looked, serial))) return;
      const here = await next;
      if (serial !== this.serial) return;
      this.here = here;
      this.#ready();
    } catch (error) {
      tellError(error);
      if (serial === this.serial) this.goTo(this.game.plies.length).catch(tellError);
    }
  }

  /** Describes a move for screen readers. */
  #told({ mover, move, events, after, result, ending, holdings }, frames) {
    const happened = events.map(({ text }) => text);
    const shown = happened.length > 24 ? [...happened.slice(0, 12), text("moreSteps", { count: happened.length - 18 }), ...happened.slice(-6)] : happened;
    const next = result === null ? text("toMove", { who: sideName(after.to_move) }) : resultText({ result, why: whyOver({ result, ending }, { board: after }, frames, this.game.info.mechanisms) }, { board: after, holdings });
    return `${text("plays", { who: sideName(mover), move, steps: shown.join(", ") })} ${next}`;
  }

  /** Enables all actions in the position that is shown. */
  #ready() {
    this.#offerChoices();
    this.#showLast();
    this.words = "";
    this.#changed("position");
    if (this.guided) this.#guide().catch(tellError);
    this.#turn();
    if (!this.atLast || this.end || !isEngine(this.who(this.toMove))) return;
    this.#think(this.here);
    this.#answer(this.thinking);
  }

  /** Draws the next moves as arrows. */
  async #guide() {
    const { game, count, serial } = this;
    const next = game.moves.slice(count, count + ARROWS);
    const looked = await Promise.all(next.map((move, index) => game.look(count + index, move)));
    if (serial === this.serial) this.board.setArrows(looked.flatMap(({ answer }) => wayOf(answer) ?? []));
  }

  #offerChoices() {
    /** @type {Record<string, {moves: object[], words?: string}>} */
    const choices = {};
    if (this.mayMove) {
      for (const move of this.here.moves) {
        if (move.pit === null) continue;
        const choice = (choices[move.pit] ??= { moves: [] });
        choice.moves.push(move);
      }
      for (const choice of Object.values(choices)) choice.words = choice.moves.length > 1 ? text("inWays", { count: choice.moves.length }) : "";
    }
    this.board.setChoices(choices);
  }

  /** Marks the first and the last pit of the last move. */
  #showLast() {
    const pits = this.projector.frames.map(({ at }) => at?.pit).filter(Boolean);
    this.board.setLast(pits.length > 0 ? [pits[0], pits.at(-1)] : []);
  }

  /** Starts the engine if it is to move, and drops its search in another position. */
  #think(here) {
    const side = here.board.to_move;
    const player = this.who(side);
    const count = this.game.plies.length;
    if (this.halted || this.thinking?.count === count || !isEngine(player) || here.result !== null || this.game.resigned) return;
    const stop = new AbortController();
    const answer = think(this.game.after(count), player, stop.signal);
    answer.catch(() => {});
    this.thinking = { stop, count, side, answer, begun: performance.now() };
    this.#changed("thinking");
  }

  async #answer(thinking) {
    if (!thinking) return;
    try {
      const move = await thinking.answer;
      if (unmoved()) await new Promise((done) => setTimeout(done, Math.max(0, BREATH - (performance.now() - thinking.begun))));
      if (this.thinking !== thinking || !this.atLast || move === null) return;
      this.thinking = null;
      this.play(move);
    } catch (error) {
      if (isCancelled(error)) return;
      if (this.thinking === thinking) this.thinking = null;
      this.#changed("thinking");
      tellError(error);
    }
  }

  #pause() {
    this.thinking?.stop.abort();
    this.thinking = null;
    this.chooser.close();
    this.projector.stop();
    this.board.preview(null);
    this.board.setArrows([]);
  }

  #save() {
    // Examples are not saved.
    if (this.watching) return;
    const told = this.#shown();
    const fine = tab.write("game", told);
    if (!kept.write("game", told) && !fine && !this.warned) {
      this.warned = true;
      tell(text("storesNothing"));
    }
  }

  /** Handles a press on a pit. */
  #press(pit, event) {
    if (this.editing) {
      event.preventDefault();
      this.editing.press(pit, event);
      return;
    }
    if (event.type === "contextmenu") return;
    if (this.chooser.open && this.chooser.pickPit(pit)) return;
    if (this.projector.playing) {
      this.projector.finish();
      return;
    }
    if (!this.projector.atEnd) this.projector.finish();
    const choice = this.board.choices?.[pit];
    const again = this.chooser.pit === pit;
    this.chooser.close();
    if (!choice && this.mayMove && pit in this.here.board.pits) this.#explain(pit).catch(tellError);
    if (!choice || !this.mayMove || again) return;
    this.chooser.offer(pit, choice.moves, this.toMove, { focus: event.detail === 0 });
  }

  /** Presses the mover's pit in a row, from "a" at the front, with a number. @returns {boolean} Whether there is one. */
  press(row, number) {
    const pit = `${this.toMove === "S" ? row.toUpperCase() : row.toLowerCase()}${number}`;
    if (this.editing || !this.board.places.includes(pit)) return false;
    this.#press(pit, { detail: 0 });
    return true;
  }

  /** Explains why a pit can't be played. */
  async #explain(pit) {
    const { serial, game, count } = this;
    const refused = await game.refusal(count, pit);
    if (serial !== this.serial || !refused) return;
    const translated = refusal(refused.why);
    const words = translated ?? refused.why;
    // Names of North's pits stay in lower case.
    const why = /^[a-z]\d/.test(words) ? words : words.charAt(0).toUpperCase() + words.slice(1);
    const said = `${why}${refused.rule ? ` (${refused.rule})` : ""}.`;
    if (!translated) this.english = said;
    this.say(said);
  }

  /** Shows words under the board until a move or a preview. @param {string} words */
  say(words) {
    this.reason = this.words = words;
    hear(words);
    this.#changed("words");
  }

  /** Previews the moves of a pit. */
  #look(pit) {
    if (this.editing || this.projector.playing || this.chooser.open) return;
    const moves = pit && this.mayMove ? this.board.choices?.[pit]?.moves : null;
    if (!moves) this.preview(null);
    else if (moves.length === 1) this.preview(moves[0]);
    else {
      this.board.preview(null);
      byId("foreseen").textContent = "";
      this.words = text("ways", { pit, count: moves.length });
      this.#changed("words");
    }
  }

  /** Previews the result of a move. @param {object | null} move */
  preview(move) {
    if (!move || !this.here || this.projector.playing) {
      this.board.preview(null);
      // A reason stays until a move or a preview.
      if (!this.projector.playing && this.words !== this.reason) this.words = "";
      this.#changed("words");
      return;
    }
    const { board } = this.here;
    const after = readPosition(move.after, this.board.rows);
    if (!after) return;
    const changes = Object.fromEntries(Object.entries(after.pits).map(([pit, count]) => [pit, count - board.pits[pit]]));
    const gains = [];
    const totals = { S: 0, N: 0 };
    for (const [pit, count] of Object.entries(after.pits)) totals[sideOf(pit)] += count - board.pits[pit];
    for (const [field, { seeds }] of stores(board)) {
      for (const side of ["S", "N"]) {
        const change = (after.seeds[field]?.[sideIndex(side)] ?? seeds[sideIndex(side)]) - seeds[sideIndex(side)];
        changes[`${field}-${side}`] = change;
        totals[side] += change;
        if (change > 0) gains.push(text("gains", { who: sideName(side), seeds: seedsText(change), store: storeName(field) }));
      }
    }
    // With four rows players sow in their own rows only, so a gain is a capture.
    const four = hasFourRows(board);
    if (four && gains.length === 0) {
      for (const side of ["S", "N"]) if (totals[side] > 0) gains.push(text("captures", { who: sideName(side), seeds: seedsText(totals[side]) }));
    }
    this.board.preview(changes);
    const next = move.result ? resultText({ result: move.result }) : after.toMove === board.to_move ? text("movesAgain", { who: sideName(after.toMove) }) : "";
    this.words = `${move.move}: ${[...gains, next].filter(Boolean).join("; ") || (four || stores(board).length > 0 ? text("nothingCaptured") : text("seedsMove"))}`.replace(/\.?$/, ".");
    byId("foreseen").textContent = this.words;
    this.#changed("words");
  }

  #frame(frame, beat) {
    this.board.show(frame, beat);
    this.dispatchEvent(new CustomEvent("frame", { detail: { frame, beat } }));
    const hand = frame.hand > 0 ? ` (${text("inHand", { count: frame.hand })})` : "";
    this.words = this.english = frame.text ? `${frame.text.charAt(0).toUpperCase()}${frame.text.slice(1)}${hand}` : "";
    this.#changed("words");
  }

  /** Sets the player of a side. */
  seat(side, player) {
    this.players[side] = known(player);
    if (this.watching) this.#adopt();
    this.halted = false;
    set("players", { ...this.players });
    if (this.board.flipped !== this.#northAlone()) this.flip();
    if (!this.game || !this.here) {
      this.#changed("players");
      return;
    }
    this.thinking?.stop.abort();
    this.thinking = null;
    this.#ready();
    this.#changed("players");
  }

  /** Whether the only person plays North: then the board is turned to them. */
  #northAlone() {
    return this.players.N === "person" && this.players.S !== "person";
  }

  /** Takes back the last move, and against an engine its answer too. */
  async undo() {
    const { game, players } = this;
    if (!game || game.plies.length === 0) return;
    let count = game.resigned ? game.plies.length : game.plies.length - 1;
    const people = Object.values(players).includes("person");
    while (people && count > 0 && !game.resigned && isEngine(players[game.plies[count].mover])) count -= 1;
    this.undone.push(game.told());
    game.takeBack(count);
    await this.goTo(count);
    this.#save();
    hear(`${text("takenBack")} ${text("toMove", { who: sideName(this.toMove) })}`);
  }

  /** Plays the moves again that the last undo took back. */
  async redo() {
    const rest = this.undone.slice(0, -1);
    const told = this.undone.at(-1);
    const { lines, comments } = this.game ?? {};
    if (told && (await this.open({ ...told, lines, comments }, { keep: false, example: this.example }))) {
      this.undone = rest;
      this.#changed("position");
    }
  }

  /** Shows a place in the tree of the game, on the line that contains it. @param {string[]} moves */
  async visit(moves) {
    const { game, example } = this;
    if (begins(game.moves, moves)) await this.goTo(moves.length);
    // Other lines do not have the end by resignation, so the game is also saved as it is.
    else await this.open(game.along(moves), { keep: Boolean(game.resigned), quiet: true, count: moves.length, example });
  }

  /** Removes a branch of the tree, with all lines through it. @param {string[]} moves */
  prune(moves) {
    const { game } = this;
    game.lines = game.variations.filter((line) => !begins(line, moves));
    game.comments = Object.fromEntries(Object.entries(game.comments).filter(([place]) => !`${place} `.startsWith(`${keyOf(moves)} `)));
    this.#save();
    this.#changed("position");
  }

  /** Sets the comment on the position that is shown. @param {string} words */
  comment(words) {
    const { game } = this;
    const { [game.place(this.count)]: _, ...others } = game.comments;
    game.comments = words ? { ...others, [game.place(this.count)]: words } : others;
    this.#save();
    this.#changed("position");
  }

  /** Resigns for the person to move. */
  resign() {
    if (!this.mayMove || !this.atLast) return;
    this.#pause();
    this.game.resigned = this.toMove;
    this.undone = [];
    this.#save();
    hear(`${text("resigns", { who: sideName(this.toMove) })} ${text("wins", { who: sideName(otherSide(this.toMove)) })}.`);
    this.#ready();
  }

  /** Turns the board to the player to move, if two people at one device want that. */
  #turn() {
    const { S, N } = this.players;
    if (settings.turns && S === "person" && N === "person" && !this.watching && !this.end && this.board.flipped !== (this.toMove === "N")) this.flip();
  }

  flip() {
    this.chooser.close();
    this.board.flip();
    this.#changed("flip");
  }

  /** Steps through the game: by a move, or to one of its ends. */
  step(by) {
    if (!this.game) return;
    if (this.projector.playing && by > 0) {
      this.projector.finish();
      return;
    }
    const count = Math.max(0, Math.min(this.game.plies.length, this.count + by));
    if (count === this.count && this.projector.atEnd) return;
    this.goTo(count, { show: by === 1 }).catch(tellError);
  }

  /** Steps through the frames of a move, and from one move into the next. */
  async stepFrame(by) {
    if (!this.game || this.projector.step(by)) return;
    const count = this.count + by;
    if (count < 0 || count > this.game.plies.length) return;
    await this.goTo(count);
    if (by > 0 && this.count === count) this.projector.step(1 - this.projector.frames.length);
  }

  /** Pauses or continues; replays the last move if nothing is in progress. */
  pauseOrPlay() {
    const { projector } = this;
    if (projector.playing) projector.pause();
    else if (!projector.atEnd) projector.play();
    else if (this.halted) this.#goOn();
    else if (this.going) this.#halt();
    else if (projector.frames.length > 1) projector.play();
  }

  /** Pauses the engines: two of them would play to the end of the game. */
  #halt() {
    this.thinking?.stop.abort();
    this.thinking = null;
    this.halted = true;
    this.#changed("thinking");
  }

  #goOn() {
    this.halted = false;
    this.#ready();
  }

  nameOf(side) {
    const player = this.who(side);
    if (player === "friend") return text("yourFriend", { who: sideName(side) });
    return player === "person" ? sideName(side) : `${sideName(side)} (${PLAYERS[player].words})`;
  }
}

/** Whether moves are not animated. */
const unmoved = () => calm.matches || settings.speed === "instant";
