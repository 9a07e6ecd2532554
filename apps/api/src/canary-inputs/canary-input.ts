import type { AppInput } from '@infra/protocol/apps/app-input'

export interface CanaryInput {
  /** As a person orders it, without the fields that name files. */
  input: AppInput
  /** By the field that takes each. */
  files: { name: string; bytes: Buffer }[]
}
