import type { Job, JobFile } from '@infra/protocol/jobs'

type MeasuredPicture = JobFile & { url: string; width: number; height: number }

export function isMeasured(file: JobFile): file is MeasuredPicture {
  return file.url !== null && Boolean(file.width && file.height)
}

/** The input picture, if the reader may see it. */
export function inputPicture({ inputFiles }: Pick<Job, 'inputFiles'>): MeasuredPicture | undefined {
  return inputFiles.filter(isMeasured).find(({ kind, name }) => kind === 'image' && name !== 'mask')
}
