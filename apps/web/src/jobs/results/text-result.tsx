export function TextResult({ text }: { text: string }) {
  return <p className="max-w-[65ch] text-lg/8 break-words whitespace-pre-wrap">{text}</p>
}
