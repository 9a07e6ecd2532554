/** What every result must keep to. A result that does not is refused; that is no strike. */
export const gateLimits = {
  /** Decoders of two versions may differ by this many levels. */
  decodeLevels: 2,
  /** Pixels around a hole that are blended. */
  eraseFillSeam: 2,
  /** An enlarged picture, made small again, is its input: decibels. */
  upscaleDecibels: 28,
  /**
   * A drawing has the colours of its picture where details do not count: decibels. Measured with the real tracer on four pictures: 19 to
   * 45. A blank drawing has 0 to 7 for most, but 21 for a page that is nearly white, which this gate cannot tell from a blank one.
   */
  vectoriseDecibels: 15,
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
  /** Subtitles may end this long after the sound: seconds. */
  subtitleSlackSeconds: 0.5,
}
