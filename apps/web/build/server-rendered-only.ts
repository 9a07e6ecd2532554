import type { Plugin } from 'vite'

/** The screens that the server draws. */
export const DRAWN = /[/]routes[/](home|feed)[.]tsx$/

/** Leaves out what is fetched late: the server draws what is seen first, and never asks for it. */
export function firstScreenOnly(): Plugin {
  return {
    name: 'first-screen-only',
    resolveDynamicImport: (specifier) =>
      typeof specifier === 'string' && DRAWN.test(specifier)
        ? null
        : { id: 'not-on-the-server', external: true },
  }
}
