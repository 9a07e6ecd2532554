import { blockPsnr } from '../measures/block-psnr.ts'
import { characterErrorRate } from '../measures/character-error-rate.ts'
import { isSameSize, type Picture } from '../measures/picture.ts'
import { gateLimits } from './gate-limits.ts'
import type { SpokenText } from './gate-speak.ts'

/** What a result is made from. */
export interface SourceInput {
  picture?: Picture
  spoken?: SpokenText
}

/**
 * Whether one result can't have been made from both inputs. Inputs that are nearly alike may well give the same drawing or speech: one more
 * speck, a slightly different color, a word that sounds the same.
 */
export function isOtherInput(one: SourceInput, other: SourceInput, limits = gateLimits): boolean {
  if (one.picture && other.picture)
    return (
      !isSameSize(one.picture, other.picture) || blockPsnr(one.picture, other.picture) < limits.alikeDecibels
    )
  if (!one.spoken || !other.spoken) return false
  const [said, before] = [one.spoken, other.spoken].map(({ sentences }) => sentences.join(' ').toLowerCase())
  return characterErrorRate(said!, before!, limits.alikeErrorRate) > limits.alikeErrorRate
}
