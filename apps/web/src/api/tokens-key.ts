/** Where the browser keeps the tokens. A file of its own: the first load asks for it without the rest of `tokens.ts`. */
export const TOKENS_KEY = 'infra.tokens'
