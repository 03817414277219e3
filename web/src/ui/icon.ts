import { type ComponentProps, createElement } from 'react'

/** What the icon set tells of an icon: its elements on a field of 24 by 24. */
interface IconData {
  readonly node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[]
}

/**
 * Makes the components of the icon set. The build puts this in the place of the set's own maker, which is several times
 * the size for contexts and stroke options that nothing here uses.
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
    // Always the same and in the same order: they need no keys.
    ...node.map(([tag, attributes]) => createElement(tag, attributes)),
  )
}
