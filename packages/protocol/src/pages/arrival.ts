import type { WebConfiguration } from './configuration.ts'

/** The id of the `<script type="application/json">` block with what the first screen would ask for at once. */
export const ARRIVAL_BLOCK_ID = 'arrival'

/** By path below the API's prefix, as the page would ask. */
export interface Arrival {
  /** When it was answered, by the server's clock. */
  at: string
  answers: Record<string, unknown>
}

/** Draws the first screen of a page: what the built web app gives to the API. */
export type RenderFirstScreen = (page: {
  /** With its query. */
  path: string
  configuration: WebConfiguration
  arrival: Arrival
}) => Promise<FirstScreen>

export interface FirstScreen {
  /** Tags that ask for its pictures, for the head. */
  preloads: string
  /** What stands in the root element. */
  html: string
}

/**
 * The type of the scripts of a page that is drawn already, and the `rel` of its stylesheet. No browser knows it: they are fetched
 * once the page has been seen.
 */
export const LATER_TYPE = 'later'

/** So many results come with the feed's page: what is seen of it, in a page that still comes with the first packets (14 kB). */
export const FIRST_RESULTS = 10

/** Within the folder of the built pages. Nobody is served anything of it. */
export const RENDERER_PATH = 'server/render.js'

/** There too, and as little served: a file for each screen that is drawn. */
export const FIRST_PARTS_FOLDER = 'first-parts'

/** What the page of a drawn screen has beside what all have. */
export interface FirstParts {
  /** What of the stylesheet is needed to show it. */
  styles: string
  /** The address of the rest. */
  stylesheet: string
  /** The addresses of its own scripts, so that they are not found out about one after the other. */
  scripts: string[]
}
