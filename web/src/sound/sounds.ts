export type Sound = "move" | "capture" | "alert" | "end" | "low" | "joined";

/** A knock or note within a sound. */
export interface Stroke {
  /** Start in seconds. */
  at: number;
  /** Hertz. */
  pitch: number;
  /** Seconds. */
  length: number;
  /** From 0 to 1. */
  gain: number;
  /** Whether the stroke is a knock (a short noise around the pitch) instead of a pure note. */
  wood: boolean;
}

const knock = (at: number, pitch: number, gain: number): Stroke => ({ at, pitch, length: 0.09, gain, wood: true });
const note = (at: number, pitch: number, length: number): Stroke => ({ at, pitch, length, gain: 0.16, wood: false });

/** All sounds, synthesised from strokes. */
export const STROKES: Record<Sound, readonly Stroke[]> = {
  move: [knock(0, 900, 0.5)],
  capture: [knock(0, 900, 0.35), knock(0.05, 420, 0.6)],
  alert: [note(0, 523.25, 0.16), note(0.14, 659.25, 0.26)],
  end: [note(0, 523.25, 0.3), note(0.16, 392, 0.3), note(0.32, 261.63, 0.6)],
  joined: [note(0, 392, 0.18), note(0.13, 523.25, 0.18), note(0.26, 659.25, 0.4)],
  low: [knock(0, 1500, 0.3), knock(0.12, 1500, 0.3)],
};

let context: AudioContext | null = null;

/** Plays a sound, if the browser supports it and the user has interacted with the page. */
export function sound(what: Sound): void {
  // Browsers block and report sounds before the first interaction.
  if (globalThis.navigator?.userActivation?.hasBeenActive === false) return;
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume().catch(() => undefined);
    // A late sound is worse than none.
    if (context.state !== "running") return;
    for (const stroke of STROKES[what]) strike(context, stroke);
  } catch {
    // Sound is optional.
  }
}

function strike(context: AudioContext, { at, pitch, length, gain, wood }: Stroke): void {
  const begin = context.currentTime + at;
  const loudness = context.createGain();
  loudness.gain.setValueAtTime(gain, begin);
  loudness.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  loudness.connect(context.destination);
  const source = wood ? noise(context, pitch, loudness) : tone(context, pitch, loudness);
  source.start(begin);
  source.stop(begin + length);
}

function tone(context: AudioContext, pitch: number, to: AudioNode): OscillatorNode {
  const source = context.createOscillator();
  source.type = "triangle";
  source.frequency.value = pitch;
  source.connect(to);
  return source;
}

function noise(context: AudioContext, pitch: number, to: AudioNode): AudioBufferSourceNode {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * 0.1), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = 2 * Math.random() - 1;
  const band = context.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = pitch;
  band.Q.value = 6;
  const source = context.createBufferSource();
  source.buffer = buffer;
  source.connect(band).connect(to);
  return source;
}
