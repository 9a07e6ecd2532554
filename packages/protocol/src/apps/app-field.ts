import { z } from 'zod'

/** Also the key of the value in a job's input. */
export const FieldName = z.string().regex(/^[a-z][a-zA-Z0-9]{0,31}$/)

const common = {
  name: FieldName,
  label: z.string(),
  help: z.string(),
  /** Only shown on request. */
  advanced: z.boolean().optional(),
  /** May be left out; if a field has a default, that is used. */
  optional: z.boolean().optional(),
  /** Only applies while another field has one of these values; otherwise it's refused. */
  showIf: z.object({ field: FieldName, oneOf: z.array(z.union([z.string(), z.boolean()])) }).optional(),
}

const range = { min: z.number(), max: z.number() }

/** One input of an app: the API checks with it, the web app renders it, the node reads it, and the price is computed from it. */
export const AppField = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), ...common, maxLength: z.int(), default: z.string().optional() }),
  z.object({ kind: z.literal('longtext'), ...common, maxLength: z.int(), default: z.string().optional() }),
  z.object({
    kind: z.literal('integer'),
    ...common,
    ...range,
    default: z.int().optional(),
    /** How many pixels a picture is expanded by on that side: all such fields are one frame, dragged on the picture. */
    edge: z.object({ of: FieldName, side: z.enum(['left', 'right', 'top', 'bottom']) }).optional(),
  }),
  z.object({
    kind: z.literal('number'),
    ...common,
    ...range,
    step: z.number(),
    /** The range of the slider; values beyond it, within the limits, can be typed. */
    soft: z.object(range).optional(),
    default: z.number().optional(),
  }),
  z.object({
    kind: z.literal('choice'),
    ...common,
    options: z.array(z.object({ value: z.string(), label: z.string() })).min(1),
    default: z.string().optional(),
  }),
  z.object({ kind: z.literal('toggle'), ...common, default: z.boolean() }),
  /** If left out, the network draws one and stores it with the job, so that the result can be made again. */
  z.object({ kind: z.literal('seed'), ...common }),
  z.object({ kind: z.literal('color'), ...common, default: z.string().optional() }),
  z.object({
    kind: z.literal('image'),
    ...common,
    /** The longest side that the app accepts, in pixels. */
    sideMax: z.int().optional(),
  }),
  z.object({ kind: z.literal('audio'), ...common, secondsMax: z.int() }),
  /** A picture of the same size as the one in `over`: white where painted. */
  z.object({ kind: z.literal('mask'), ...common, over: FieldName }),
  z.object({ kind: z.literal('boxes'), ...common, over: FieldName, countMax: z.int() }),
])
export type AppField = z.infer<typeof AppField>

export const SEED_MAX = 2 ** 32 - 1
