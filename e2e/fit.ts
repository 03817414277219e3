/**
 * Elements that do not fit once the page shows another plan's name instead of its own, the first of `names`: on the whole page, words and
 * icons of the header that overlap each other, e.g. with a count, and subjects in the inbox. Runs in the browser.
 */
export function misfits(names: readonly string[]): string[] {
  const [own = ''] = names
  const texts: [node: Node, text: string][] = []
  const all = document.createNodeIterator(document.body, NodeFilter.SHOW_TEXT)
  for (let node = all.nextNode(); node !== null; node = all.nextNode())
    if (node.nodeValue?.includes(own)) texts.push([node, node.nodeValue])

  function findCovered(): string[] {
    const isVisible = (element: Element) => element.checkVisibility() && element.getBoundingClientRect().width > 2
    const shown = [...document.querySelectorAll('header a *, header button *, header button')].filter(isVisible)
    const boxes = shown.flatMap((one) => {
      const text = [...one.childNodes].find((node) => node.nodeType === Node.TEXT_NODE)
      if (!text && !one.matches('img, button svg')) return []
      const range = document.createRange()
      range.selectNode(text ?? one)
      // A count fills its whole pill.
      return [{ one, box: one.matches('button') ? range.getBoundingClientRect() : one.getBoundingClientRect() }]
    })
    return boxes.flatMap(({ one, box: a }, at) =>
      boxes
        .slice(at + 1)
        .filter(({ box: b }) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
        .map((other) => `${one.textContent || one.outerHTML} and ${other.one.textContent || other.one.outerHTML}`),
    )
  }
  function cut(): string[] {
    return [...document.querySelectorAll('main li a time')]
      .map((time) => time.previousElementSibling)
      .filter((subject) => subject !== null && subject.scrollHeight > subject.clientHeight + 1)
      .map((subject) => `cut: ${subject?.textContent}`)
  }
  const found = names.flatMap((name) => {
    for (const [node, text] of texts) node.nodeValue = text.replaceAll(own, name)
    const { scrollWidth, clientWidth } = document.documentElement
    const wide = scrollWidth > clientWidth ? [`${scrollWidth} px in ${clientWidth} px`] : []
    return [...wide, ...findCovered(), ...cut()].map((what) => `${name}: ${what}`)
  })
  for (const [node, text] of texts) node.nodeValue = text
  return texts.length > 0 ? found : [`no ${own}`]
}

/** Amounts that are broken across lines, in lists and tables. Runs in the browser. */
export function listBrokenAmounts(): string[] {
  const range = document.createRange()
  const texts = document.createNodeIterator(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const holder = node.parentElement
    if (!holder?.checkVisibility() || holder.getBoundingClientRect().width < 2) continue
    for (const { 0: amount, index } of (node.nodeValue ?? '').matchAll(/\$[\d,.]*\d/g)) {
      range.setStart(node, index)
      range.setEnd(node, index + amount.length)
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      if (lines.size > 1) found.push(`${amount} in ${holder.textContent}`)
    }
  }
  return found
}
