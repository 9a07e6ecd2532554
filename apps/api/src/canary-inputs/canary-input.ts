import type { AppInput } from '@infra/protocol/apps/app-input'

export interface CanaryInput {
  /** As a person would order it, without the fields that name files. */
  input: AppInput
  /** Each with the field that takes it. */
  files: { name: string; bytes: Buffer }[]
}
