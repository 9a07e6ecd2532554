/** The parts of the review, as in the address: `/profile?review=jobs`. */
export const reviewParts = ['jobs', 'feedback', 'nodes', 'checks', 'record'] as const
export type ReviewPart = (typeof reviewParts)[number]
