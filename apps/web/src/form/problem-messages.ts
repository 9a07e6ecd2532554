import type { AppField } from '@infra/protocol/apps/app-field'
import { SEED_MAX } from '@infra/protocol/apps/app-field'
import { type ErrorCode, Refusal } from '@infra/protocol/refusal'
import { refusalMessages } from '../api/call.ts'
import type { RawValue } from './raw-value.ts'

/** The schema's error for the user, phrased to follow the field's label. */
export function problemMessage(field: AppField, value: RawValue, message: string): string {
  if (message === 'is required') return requiredMessages[field.kind]
  switch (field.kind) {
    case 'integer':
      return `must be a whole number from ${field.min} to ${field.max}`
    case 'number':
      return `must be a number from ${field.min} to ${field.max}`
    case 'seed':
      return `must be a whole number from 0 to ${SEED_MAX}, or empty`
    case 'choice':
      return 'must be one of the choices'
    case 'boxes':
      return (value as unknown[]).length > field.countMax
        ? `can have at most ${field.countMax} boxes`
        : 'must have boxes of at least one pixel, in whole numbers'
    default:
      return message
  }
}

const requiredMessages: Record<AppField['kind'], string> = {
  text: 'is required',
  longtext: 'is required',
  integer: 'is required',
  number: 'is required',
  choice: 'needs a choice',
  toggle: 'is required',
  seed: 'is required',
  color: 'is required',
  image: 'is required: choose one',
  audio: 'is required: choose a sound or record one',
  mask: 'is empty: paint over the part that matters',
  boxes: 'needs at least one box',
}

/** Why the network refused a file, phrased to follow the field's label. */
export function fileRefusalMessage(error: unknown, kind: 'image' | 'audio'): string {
  if (!(error instanceof Refusal)) return 'couldn’t be sent. Try again'
  const special = fileMessages[error.code]
  if (special) return special(error, kind)
  return `wasn’t accepted. ${refusalMessages[error.code].replace(/\.$/, '')}`
}

/** Whether the same file may be accepted at another try, because the file itself isn't at fault. */
export function isWorthRetrying(error: unknown): boolean {
  return !(error instanceof Refusal && badFiles.includes(error.code))
}

const badFiles: readonly ErrorCode[] = [
  'payload_too_large',
  'unsupported_media_type',
  'type_mismatch',
  'corrupt_file',
  'empty_file',
  'validation_failed',
]

const kindNames = { image: 'PNG, JPEG or WebP', audio: 'a WAV file' }

const notTaken = (_: Refusal, kind: 'image' | 'audio') =>
  `has a file type that isn’t supported: choose ${kindNames[kind]}`

const fileMessages: Partial<Record<ErrorCode, (refusal: Refusal, kind: 'image' | 'audio') => string>> = {
  payload_too_large: () => 'is larger than 8 MB',
  unsupported_media_type: notTaken,
  type_mismatch: notTaken,
  corrupt_file: () => 'is damaged and can’t be read',
  empty_file: () => 'is empty',
  quota_exceeded: () => 'wasn’t accepted: you’ve reached today’s upload limit. Try again tomorrow',
  storage_full: () => 'wasn’t accepted: storage is full right now. Try again later',
  rate_limited: ({ retryAfterSeconds = 60 }) =>
    `wasn’t accepted: too many files in a short time. Try again in ${retryAfterSeconds} seconds`,
  dependency_unavailable: () => 'couldn’t be sent: Infra isn’t responding. Try again',
  validation_failed: ({ errors }) => errors[0]?.message ?? 'can’t be used',
}
