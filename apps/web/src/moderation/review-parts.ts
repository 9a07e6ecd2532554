/** The parts of the review, as the address names them: `/profile?review=jobs`. */
export const reviewParts = ['jobs', 'feedback', 'record'] as const
export type ReviewPart = (typeof reviewParts)[number]
