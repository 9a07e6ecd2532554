import type { Comparison } from '../checks/decide-check.ts'

/** How two results of one job compare. */
export interface Compared {
  comparison: Comparison
  /** 0: equal. What it counts depends on the app: a share, or decibels of sound. */
  distance: number
}

/** Whether both machines are of one platform class; results of two classes may differ by more. */
export type PlatformPair = 'same_class' | 'across_classes'

export const EQUAL: Compared = { comparison: 'same', distance: 0 }
export const DIFFERENT: Compared = { comparison: 'wrong', distance: 1 }

/** Judges a measure of which more is better. */
export function byLikeness(likeness: number, { same, wrong }: { same: number; wrong: number }): Comparison {
  if (likeness >= same) return 'same'
  return likeness < wrong ? 'wrong' : 'unclear'
}

/** Judges a measure of which less is better. */
export function byDistance(distance: number, { same, wrong }: { same: number; wrong: number }): Comparison {
  if (distance <= same) return 'same'
  return distance > wrong ? 'wrong' : 'unclear'
}

/** The worse of two comparisons, because a result is the same only if all of it is. */
export function worseOf(one: Compared, other: Compared): Compared {
  const order: Comparison[] = ['same', 'unclear', 'wrong']
  const rank = ({ comparison }: Compared) => order.indexOf(comparison)
  if (rank(one) !== rank(other)) return rank(one) > rank(other) ? one : other
  return one.distance >= other.distance ? one : other
}
