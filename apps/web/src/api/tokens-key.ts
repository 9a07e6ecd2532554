/** The storage key of the tokens. In a separate file, because the first load reads it without the rest of `tokens.ts`. */
export const TOKENS_KEY = 'infra.tokens'
