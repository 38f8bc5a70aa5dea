// Small sounds, made here and now: a rattle for dice, a tick for a step, a knock for a stamp. Nothing is fetched.
import { settings } from "./settings";

export type Sound = "step" | "dice" | "shot" | "attack" | "stamp" | "fall" | "chit" | "end" | "word";

/** A burst of noise or a tone: when it begins, how long it lasts, how high and how loud it is. */
interface Grain {
  at: number;
  long: number;
  pitch: number;
  loud: number;
  kind: "noise" | "tone";
}

const noise = (at: number, long: number, pitch: number, loud: number): Grain => ({ at, long, pitch, loud, kind: "noise" });
const tone = (at: number, long: number, pitch: number, loud: number): Grain => ({ at, long, pitch, loud, kind: "tone" });

const SCORES: Record<Sound, Grain[]> = {
  step: [noise(0, 0.05, 420, 0.1)],
  dice: [0, 0.07, 0.13, 0.21, 0.3, 0.42].map((at, n) => noise(at, 0.035, 2100 - n * 90, 0.22 - n * 0.018)),
  shot: [noise(0, 0.16, 900, 0.2), noise(0.01, 0.3, 200, 0.16)],
  attack: [noise(0, 0.1, 300, 0.14), noise(0.12, 0.1, 260, 0.14)],
  stamp: [noise(0, 0.045, 700, 0.24), tone(0, 0.06, 130, 0.12)],
  fall: [tone(0, 0.4, 98, 0.16), noise(0, 0.22, 240, 0.1)],
  chit: [noise(0, 0.04, 1300, 0.14), noise(0.09, 0.04, 1100, 0.12), tone(0.18, 0.25, 330, 0.06)],
  word: [tone(0, 0.09, 523, 0.05), tone(0.07, 0.12, 659, 0.04)],
  end: [tone(0, 0.7, 196, 0.1), tone(0.14, 0.7, 294, 0.08), tone(0.28, 0.9, 392, 0.07)],
};

let studio: { context: AudioContext; hiss: AudioBuffer } | null = null;

/** Made with the first sound after somebody has touched the page: before that a browser keeps silent. */
function opened(): typeof studio {
  if (studio || typeof AudioContext === "undefined" || !navigator.userActivation?.hasBeenActive) return studio;
  const context = new AudioContext();
  const hiss = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const samples = hiss.getChannelData(0);
  for (let n = 0; n < samples.length; n += 1) samples[n] = Math.random() * 2 - 1;
  studio = { context, hiss };
  return studio;
}

export function sound(name: Sound): void {
  if (!settings.sound || document.hidden) return;
  const found = opened();
  if (found) for (const grain of SCORES[name]) sing(found.context, found.hiss, grain);
}

function sing(context: AudioContext, hiss: AudioBuffer, { at, long, pitch, loud, kind }: Grain): void {
  const start = context.currentTime + at;
  const gain = context.createGain();
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.0008, start + long);
  gain.connect(context.destination);
  const source = kind === "tone" ? oscillator(context, pitch) : filtered(context, hiss, pitch, gain);
  if (kind === "tone") source.connect(gain);
  source.start(start);
  source.stop(start + long);
}

function oscillator(context: AudioContext, pitch: number): OscillatorNode {
  const made = context.createOscillator();
  made.type = "triangle";
  made.frequency.value = pitch;
  return made;
}

function filtered(context: AudioContext, hiss: AudioBuffer, pitch: number, out: AudioNode): AudioBufferSourceNode {
  const made = context.createBufferSource();
  made.buffer = hiss;
  const band = context.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = pitch;
  band.Q.value = 1.2;
  made.connect(band).connect(out);
  return made;
}
