import type { TokenSet } from '@infra/protocol/sessions'

/** Tokens like those of the API, except for the signature, which browsers cannot check. */
export function testTokens(options: {
  sub?: string
  iat: number
  accessSeconds?: number
  refreshSeconds?: number
}): TokenSet {
  const {
    sub = '0xAbCd000000000000000000000000000000001234',
    iat,
    accessSeconds = 300,
    refreshSeconds = 604_800,
  } = options
  const token = (seconds: number) =>
    ['{"alg":"ES256"}', JSON.stringify({ sub, iat, exp: iat + seconds }), 'signature']
      .map((part) => btoa(part).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''))
      .join('.')
  return { accessToken: token(accessSeconds), refreshToken: token(refreshSeconds), tokenType: 'Bearer' }
}
