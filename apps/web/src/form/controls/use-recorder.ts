import { useEffect, useRef, useState } from 'react'
import { toWav } from '../files/encode-wav.ts'

type Phase = 'idle' | 'asking' | 'recording' | 'reading'

interface Running {
  stream: MediaStream
  recorder: MediaRecorder
  audio: AudioContext
  timer: ReturnType<typeof setInterval>
}

const TICK_MS = 100

/** Records from the microphone until stopped or until `secondsMax`, and passes on a WAV. */
export function useRecorder(secondsMax: number, onSound: (wav: Blob) => void) {
  const [phase, setPhase] = useState<Phase>('idle')
  const [seconds, setSeconds] = useState(0)
  const [level, setLevel] = useState(0)
  const [problem, setProblem] = useState<string>()
  const running = useRef<Running>(undefined)

  // The microphone must not stay on after its form is closed.
  useEffect(() => () => end(running), [])

  async function start() {
    setProblem(undefined)
    setPhase('asking')
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1 } })
      const audio = new AudioContext()
      const analyser = audio.createAnalyser()
      audio.createMediaStreamSource(stream).connect(analyser)
      const recorder = new MediaRecorder(stream)
      const startedAt = performance.now()
      const timer = setInterval(() => {
        const passed = (performance.now() - startedAt) / 1000
        setSeconds(passed)
        setLevel(loudness(analyser))
        if (passed >= secondsMax) stop()
      }, TICK_MS)
      recorder.ondataavailable = ({ data }) => void convert(data)
      running.current = { stream, recorder, audio, timer }
      recorder.start()
      setSeconds(0)
      setPhase('recording')
    } catch (error) {
      end(running)
      setPhase('idle')
      setProblem(microphoneMessage(error))
    }
  }

  function stop() {
    running.current?.recorder.stop()
    setPhase('reading')
  }

  async function convert(recorded: Blob) {
    end(running)
    try {
      onSound(await toWav(recorded))
    } catch {
      setProblem('could not be read from the microphone. Try again, or choose a file')
    }
    setPhase('idle')
  }

  return { phase, seconds, level, problem, start, stop }
}

function end(running: { current: Running | undefined }): void {
  const now = running.current
  running.current = undefined
  if (!now) return
  clearInterval(now.timer)
  for (const track of now.stream.getTracks()) track.stop()
  void now.audio.close()
}

/** The perceived loudness, from 0 to 1. */
function loudness(analyser: AnalyserNode): number {
  const samples = new Float32Array(analyser.fftSize)
  analyser.getFloatTimeDomainData(samples)
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
  return Math.min(1, Math.max(0, 1 + Math.log10(Math.sqrt(power) + 1e-6) / 2.5))
}

function microphoneMessage(error: unknown): string {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError')
    return 'needs your permission for the microphone. Allow it, or choose a file'
  if (name === 'NotFoundError') return 'found no microphone. Choose a file instead'
  return 'could not open the microphone. Choose a file instead'
}
