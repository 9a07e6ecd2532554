/** Limits for every result. A result beyond them is refused, but that isn't a strike. */
export const gateLimits = {
  /** Decoders of two versions may differ by this many levels. */
  decodeLevels: 2,
  /** Pixels around a hole that are blended. */
  eraseFillSeam: 2,
  /**
   * An enlarged picture, made small again, has the colours of its input where details do not count: decibels. The model takes noise out, so
   * that pixel by pixel a grainy picture has 24.6.
   */
  upscaleDecibels: 28,
  /**
   * A drawing has the colours of its picture where details do not count: decibels. Measured with the real tracer on eleven pictures of three
   * sizes: 10.8 for a smooth slope of colours, which becomes one shape, 12.8 and more for all others that are judged. A blank drawing has 2 to 14 for most.
   */
  vectoriseDecibels: 10,
  /** Nor is it as unlike as a blank one, unless the picture is nearly blank itself. Measured with the finest specks: 2.7 and more. */
  overBlankDecibels: 1,
  blankDecibels: 25,
  blankSpeckleMax: 4,
  /** Coarser orders may leave out nearly all of a picture, so they are not judged. */
  vectoriseSpeckleMax: 16,
  vectoriseDetailMin: 3,
  /** Frame and tag of a mark are at most this many line widths high. */
  markLines: 8,
  /** Characters per second of speech, as spoken at speed 1. */
  speakPerSecond: { least: 6, most: 30 },
  /** Silence around and between sentences: seconds per sentence. */
  speakPauseSeconds: 1,
  /** The loudest sample of speech, of full scale. */
  speakPeakMin: 0.1,
  /** Pictures that are this much alike may give the same result: decibels of their colours without details. */
  alikeDecibels: 30,
  /** Texts that are this much alike may give the same speech: characters that differ. */
  alikeErrorRate: 0.2,
  /** Subtitles may end this long after the sound: seconds. */
  subtitleSlackSeconds: 0.5,
}
