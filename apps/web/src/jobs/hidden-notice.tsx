/** For the owner of a job that a moderator has hidden: nobody else sees it. */
export function HiddenNotice({ why }: { why: string }) {
  return (
    <p className="border-l-2 border-danger pl-4 break-words">
      A moderator has hidden this from everyone but you.{' '}
      {why && (
        <span className="text-muted">
          In their words: <bdi>{why}</bdi>
        </span>
      )}
    </p>
  )
}
