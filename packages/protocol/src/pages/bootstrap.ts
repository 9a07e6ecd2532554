import type { WebConfiguration } from './configuration.ts'

/** The id of the `<script type="application/json">` block with the responses that the first screen needs right away. */
export const BOOTSTRAP_BLOCK_ID = 'bootstrap'

/** Responses of the API that are part of the page. */
export interface BootstrapData {
  /** When they were read, by the server's clock. */
  at: string
  /** By path below the API's prefix, as the page would request it. */
  answers: Record<string, unknown>
}

/** Renders the first screen of a page: the built web app exports it, and the API calls it. */
export type RenderFirstScreen = (page: {
  /** Including its query. */
  path: string
  configuration: WebConfiguration
  bootstrap: BootstrapData
}) => Promise<FirstScreen>

export interface FirstScreen {
  /** Preload tags for its pictures, for the head. */
  preloads: string
  /** The content of the root element. */
  html: string
}

/**
 * The `type` of the scripts of a server-rendered page, and the `rel` of its stylesheet. Browsers ignore both, so neither is fetched
 * before the page has been painted.
 */
export const DEFERRED_TYPE = 'deferred'

/** How many results come with the feed's page: enough for the first screen, in a page that fits into the first packets (14 kB). */
export const FIRST_RESULTS = 10

/** Within the folder of the built pages. It is never served. */
export const RENDERER_PATH = 'server/render.js'

/** In the same folder, and never served either: one file per server-rendered screen. */
export const CRITICAL_ASSETS_FOLDER = 'critical-assets'

/** What the page of a server-rendered screen needs in addition to what all pages have. */
export interface CriticalAssets {
  /** The part of the stylesheet that its first paint needs. */
  styles: string
  /** The address of the whole stylesheet. */
  stylesheet: string
  /** The addresses of its own scripts, so that the browser can fetch them all at once. */
  scripts: string[]
}

/** In the same folder: the client for programs and the node agent, in the form that they are served in (`packages/client/build`, `apps/node/build`). */
export const SDK_FOLDER = 'sdk'
