import type { Job, JobFile } from '@infra/protocol/jobs'

type MeasuredPicture = JobFile & { url: string; width: number; height: number }

export function isMeasured(file: JobFile): file is MeasuredPicture {
  return file.url !== null && Boolean(file.width && file.height)
}

/** The picture that went in, where the reader may see it. */
export function inputPicture({ inputFiles }: Pick<Job, 'inputFiles'>): MeasuredPicture | undefined {
  return inputFiles.filter(isMeasured).find(({ kind, name }) => kind === 'image' && name !== 'mask')
}
