const IDS_MAX = 5

/** What just happened here, for a bug report; kept in this page alone, and sent by nobody but the person. */
export const recent = { page: '', requestIds: [] as string[] }

export function noticeRequest({ headers }: Response): void {
  const id = headers.get('x-request-id')
  if (id) recent.requestIds = [id, ...recent.requestIds].slice(0, IDS_MAX)
}
