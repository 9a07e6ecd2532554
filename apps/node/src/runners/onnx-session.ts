import { InferenceSession } from 'onnxruntime-node'

const sessions = new Map<string, Promise<InferenceSession>>()

/** A loaded network, kept for the next job of this process: loading costs more than running. */
export function onnxSession(
  file: string,
  threads: number,
  graphOptimizationLevel: 'all' | 'basic' = 'all',
): Promise<InferenceSession> {
  let session = sessions.get(file)
  if (!session) {
    session = InferenceSession.create(file, {
      executionProviders: ['cpu'],
      executionMode: 'sequential',
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      graphOptimizationLevel,
      // Holds three times the memory between jobs and saves no time.
      enableCpuMemArena: false,
    })
    sessions.set(file, session)
  }
  return session
}
