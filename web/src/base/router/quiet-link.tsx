import type { MouseEvent } from 'react'
import { Link, type LinkProps } from './link.tsx'
import { useNavigate } from './navigation.ts'

/** A link to another part of the same view: it neither scrolls nor moves the focus; modified clicks are left to the browser. */
export function QuietLink({ to, ...native }: LinkProps) {
  const navigate = useNavigate()
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    navigate(to, { quiet: true })
  }
  return <Link {...native} to={to} onClick={press} />
}
