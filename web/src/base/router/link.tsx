import type { ComponentProps, MouseEvent } from 'react'
import { useNavigation } from './navigation.ts'

export interface LinkProps extends ComponentProps<'a'> {
  /** An address of the portal, e.g. of `links`; any other address is an ordinary link. */
  readonly to: string
}

/** A real link that changes the view on a plain click, without loading the page again; modified clicks are left to the browser. */
export function Link({ to, onClick, ...native }: LinkProps) {
  const { href, navigate } = useNavigation()
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || isModified(event) || (native.target ?? '_self') !== '_self') return
    event.preventDefault()
    navigate(to)
  }
  return (
    <a
      {...native}
      rel={native.target === '_blank' ? 'noopener noreferrer' : native.rel}
      href={href(to)}
      onClick={press}
    >
      {native.children}
    </a>
  )
}

function isModified(event: MouseEvent): boolean {
  return event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
}
