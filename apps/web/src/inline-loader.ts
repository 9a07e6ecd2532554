import type { DEFERRED_TYPE } from '@infra/protocol/pages/bootstrap'
import { expectedAccount } from './account/expected-account.ts'

// The build puts this script into the page itself: it runs while the page is parsed, before the first paint and all other scripts.

/** Stops recording clicks, and returns the button that was pressed before the app could handle it. */
export type StopInlineLoader = () => HTMLButtonElement | undefined

declare global {
  var stopInlineLoader: StopInlineLoader | undefined
}

const DEFERRED: typeof DEFERRED_TYPE = 'deferred'

// The server renders for visitors; with this mark the stylesheet leaves room for a signed-in user's bar.
if (expectedAccount().returning) document.documentElement.dataset.known = ''

// Someone who uses the page is also shown what is below the first screen: see `home/when-near.tsx`.
for (const event of ['keydown', 'pointerdown'])
  addEventListener(event, () => {
    document.documentElement.dataset.touched = ''
  })

let pressed: HTMLButtonElement | undefined

function recordClick({ target }: MouseEvent): void {
  pressed = (target as Element).closest('button') ?? undefined
}

addEventListener('click', recordClick)

globalThis.stopInlineLoader = () => {
  removeEventListener('click', recordClick)
  return pressed
}

afterFirstPaint(() => {
  if (document.readyState !== 'loading') void loadDeferredInTurn()
  else addEventListener('DOMContentLoaded', loadDeferredInTurn)
})

const LOAD_WAIT_MS_MAX = 1_000

/** Fonts and pictures of the first screen come first, but one that doesn't load must not hold up the app. */
async function loadDeferredInTurn(): Promise<void> {
  if (document.readyState !== 'complete')
    await Promise.race([
      new Promise((resolve) => addEventListener('load', resolve)),
      new Promise((resolve) => setTimeout(resolve, LOAD_WAIT_MS_MAX)),
    ])
  await loadDeferred()
}

function afterFirstPaint(act: () => void): void {
  // A background tab is never painted and gets no animation frames.
  if (document.hidden) act()
  else requestAnimationFrame(() => setTimeout(act))
}

/** Fetches all scripts at once but runs them one after the other, so that the page responds to input in between. */
async function loadDeferred(): Promise<void> {
  const styled = loadStylesheet()
  const scripts = [...document.querySelectorAll<HTMLScriptElement>(`script[type="${DEFERRED}"]`)]
  for (const { src } of scripts) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: src }))
  }
  await styled
  for (const { src } of scripts) await import(/* @vite-ignore */ src)
}

/** Loads the whole stylesheet; the part that the first paint needs is already in the page. */
function loadStylesheet(): Promise<unknown> | undefined {
  const stylesheet = document.querySelector<HTMLLinkElement>(`link[rel="${DEFERRED}"]`)
  if (!stylesheet) return
  stylesheet.rel = 'stylesheet'
  return new Promise((resolve) => {
    stylesheet.onload = resolve
    stylesheet.onerror = resolve
  })
}
