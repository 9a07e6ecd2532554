/** The id of the `<script type="application/json">` block with what the first screen would ask for at once. */
export const ARRIVAL_BLOCK_ID = 'arrival'

/** By path below the API's prefix, as the page would ask. */
export interface Arrival {
  /** When it was answered, by the server's clock. */
  at: string
  answers: Record<string, unknown>
}
