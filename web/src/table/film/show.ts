// A piece of a show: animations and pauses that can be held, hurried or ended together.
import { motionSpeed } from "../../settings";

export class Show {
  private skipped = false;
  private held = false;
  private readonly running = new Set<Animation>();

  /** How much faster than usual it goes. */
  constructor(public pace = 1) {}

  get over(): boolean {
    return this.skipped;
  }

  skip(): void {
    this.skipped = true;
    for (const animation of this.running) animation.finish();
  }

  hold(): void {
    this.held = true;
    for (const animation of this.running) animation.pause();
  }

  go(): void {
    this.held = false;
    for (const animation of this.running) animation.play();
  }

  hurry(pace: number): void {
    for (const animation of this.running) animation.playbackRate *= pace / this.pace;
    this.pace = pace;
  }

  timing(ms: number): KeyframeAnimationOptions {
    return { duration: Math.max(1, ms / (motionSpeed() || 1)), easing: "cubic-bezier(.2,.7,.2,1)", fill: "forwards" };
  }

  wait(ms: number): Promise<void> {
    const animation = new Animation(new KeyframeEffect(null, null, { duration: Math.max(1, ms / (motionSpeed() || 1)) }));
    animation.play();
    return this.run(animation);
  }

  async run(animation: Animation): Promise<void> {
    if (this.skipped) return animation.cancel();
    animation.playbackRate *= this.pace;
    if (this.held) animation.pause();
    this.running.add(animation);
    await animation.finished.catch(() => undefined);
    this.running.delete(animation);
  }
}
