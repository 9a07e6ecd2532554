import { VERSION_LABEL } from '@infra/protocol/values/version'

export function VersionLabel() {
  return <p className="label text-muted">{VERSION_LABEL}</p>
}
