import type { DevlogKind } from '@infra/protocol/devlog'

export const kindLabels: Record<DevlogKind, { one: string; many: string }> = {
  feature: { one: 'Feature', many: 'Features' },
  improvement: { one: 'Improvement', many: 'Improvements' },
  fix: { one: 'Fix', many: 'Fixes' },
  notice: { one: 'Notice', many: 'Notices' },
}
