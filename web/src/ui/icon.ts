import { type ComponentProps, createElement } from 'react'

/** An icon as the icon set defines it: its elements on a 24 by 24 grid. */
interface IconData {
  readonly node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[]
}

/**
 * Creates the icon components. The build uses this instead of the set's own function, which is several times larger because of
 * contexts and stroke options that are not used here.
 */
export default function createIcon({ node }: IconData) {
  return drawIcon.bind(null, node)
}

function drawIcon(node: IconData['node'], props: ComponentProps<'svg'>) {
  return createElement(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width: 24,
      height: 24,
      viewBox: '0 0 24 24',
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth: 2,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
      'aria-hidden': true,
      ...props,
    },
    // Always the same elements in the same order, so they need no keys.
    ...node.map(([tag, attributes]) => createElement(tag, attributes)),
  )
}
