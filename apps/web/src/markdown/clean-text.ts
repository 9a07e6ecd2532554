/**
 * Invisible characters, which can hide text from a reader or instructions for a model. Of those that writing needs, the
 * joiner of emoji, the two variation selectors and the direction marks stay; direction overrides do not.
 */
const INVISIBLE =
  /[[\p{Cc}\p{Default_Ignorable_Code_Point}]--[\t\n\r\u{61c}\u{200d}-\u{200f}\u{2066}-\u{2069}\u{fe0e}\u{fe0f}]]/gv

/** Joins the parts of one emoji; anywhere else it is as invisible as the others. */
const STRAY_JOINER =
  /(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u{fe0f})\u{200d}|\u{200d}(?!\p{Extended_Pictographic})/gu

/** Removes invisible characters. */
export function cleanText(text: string): string {
  return text.replace(INVISIBLE, '').replace(STRAY_JOINER, '')
}
