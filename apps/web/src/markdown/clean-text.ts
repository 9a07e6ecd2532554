/**
 * Nothing of it is seen: it hides words from a reader, or orders for whatever reads along. Of what makes up writing, the
 * joiner of emoji, their two presentations and the marks of direction stay; what overrides a direction does not.
 */
const UNSEEN =
  /[[\p{Cc}\p{Default_Ignorable_Code_Point}]--[\t\n\r\u{61c}\u{200d}-\u{200f}\u{2066}-\u{2069}\u{fe0e}\u{fe0f}]]/gv

/** Joins the parts of one emoji; anywhere else it is as unseen as the others. */
const STRAY_JOINER =
  /(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u{fe0f})\u{200d}|\u{200d}(?!\p{Extended_Pictographic})/gu

/** Takes out what a reader cannot see. */
export function cleanText(text: string): string {
  return text.replace(UNSEEN, '').replace(STRAY_JOINER, '')
}
