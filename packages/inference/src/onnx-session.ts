import { InferenceSession } from 'onnxruntime-node'

/** Where a model's files are, and how many threads it may use. */
export interface ModelFiles {
  folder: string
  threads: number
}

const sessions = new Map<string, Promise<InferenceSession>>()

/** Loads a network once per process and keeps it, because loading takes longer than running. */
export function onnxSession(
  file: string,
  threads: number,
  {
    graphOptimizationLevel = 'all',
    // It triples the memory used between jobs, and saves time only where each run is short and needs much memory.
    enableCpuMemArena = false,
  }: Pick<InferenceSession.SessionOptions, 'graphOptimizationLevel' | 'enableCpuMemArena'> = {},
): Promise<InferenceSession> {
  let session = sessions.get(file)
  if (!session) {
    session = InferenceSession.create(file, {
      executionProviders: ['cpu'],
      executionMode: 'sequential',
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      graphOptimizationLevel,
      enableCpuMemArena,
    })
    sessions.set(file, session)
  }
  return session
}
