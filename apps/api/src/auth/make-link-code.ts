import { randomInt } from 'node:crypto'
import { LINK_CODE_LETTERS } from '@infra/protocol/values/link-code'

/** A code by which people find the request that one of their machines or programs made. */
export function makeLinkCode(): string {
  const part = () => Array.from({ length: 4 }, () => LINK_CODE_LETTERS[randomInt(LINK_CODE_LETTERS.length)])
  return `${part().join('')}-${part().join('')}`
}
