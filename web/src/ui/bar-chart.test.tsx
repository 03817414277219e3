import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { allTexts } from '../base/texts/test-texts.ts'
import { TextProvider } from '../base/texts/text.tsx'
import { BarChart } from './bar-chart.tsx'

const html = renderToStaticMarkup(
  <TextProvider texts={allTexts('en')}>
    <BarChart
      title="Proposals"
      rowHeading="Month"
      labels={['May', 'June']}
      series={[
        { name: 'Leads', values: [900, 800], tableOnly: true },
        { name: 'Sent', values: [4, 8] },
        { name: 'Opened', values: [2, null] },
        { name: 'Applied for', values: [0, 1] },
      ]}
    />
  </TextProvider>,
)

test('AG-7 MC-6 bars share one baseline and are as high as their counts, and table-only series are not drawn', () => {
  const bars = [...html.matchAll(/<rect[^>]*y="([\d.]+)"[^>]*height="([\d.]+)"/g)].map(([, y, height]) => ({
    base: Math.round(Number(y) + Number(height)),
    height: Number(height),
  }))
  expect(bars).toHaveLength(6)
  expect(new Set(bars.map(({ base }) => base)).size).toBe(1)
  const [sent = 0, opened, applied, later, none, one] = bars.map(({ height }) => height)
  expect([opened, applied, later, none].map((height) => (height ?? 0) / sent)).toEqual([0.5, 0, 2, 0])
  expect((one ?? 0) / sent).toBeCloseTo(0.25)
})

test('AG-7 MC-6 the table has each count, in the order of its columns, and a dash for none', () => {
  const rows = html.slice(html.indexOf('<tbody>')).match(/<tr>.*?<\/tr>/g) ?? []
  expect(rows.map((row) => [...row.matchAll(/<td>([^<]*)</g)].map(([, text]) => text))).toEqual([
    ['900', '4', '2', '0'],
    ['800', '8', '–', '1'],
  ])
})

test('AG-7 MC-6 a chart without any counts says so instead of empty axes, and keeps its table', () => {
  const empty = renderToStaticMarkup(
    <TextProvider texts={allTexts('en')}>
      <BarChart
        title="Proposals"
        empty="None in this time."
        rowHeading="Month"
        labels={['May', 'June']}
        series={[
          { name: 'Leads', values: [1, 0], tableOnly: true },
          { name: 'Sent', values: [0, null] },
        ]}
      />
    </TextProvider>,
  )
  expect(empty).toContain('None in this time.')
  expect(empty).not.toContain('<svg')
  expect(empty).toContain('<td>1</td>')
})
