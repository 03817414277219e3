import { moveOn } from '@portico/rules/widgets/wizard'
import { useRef, useState } from 'react'
import { BarChart } from '../../ui/bar-chart.tsx'
import { Button } from '../../ui/button.tsx'
import { ComparisonTable } from '../../ui/comparison-table.tsx'
import { ItemList } from '../../ui/item-list.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Wizard } from '../../ui/wizard.tsx'
import styles from './gallery.module.css'
import type { Specimen, Specimens } from './specimen.ts'
import { manyItems, texts } from './texts.ts'

const steps = texts.steps.map((label) => ({ id: label, label }))

function Steps({ state, start, jumps = false }: { state: string; start: number; jumps?: boolean }) {
  const [active, setActive] = useState(start)
  return (
    <div className={styles.sidebar}>
      <Wizard title={`Register, ${state}`} steps={steps} active={active} {...(jumps && { onJump: setActive })} />
      <div className={styles.tall}>
        <p>{steps[active]?.label ?? texts.line}</p>
        <Button onClick={() => setActive(moveOn({ count: steps.length, active }))}>Move on</Button>
      </div>
    </div>
  )
}

function wizard(state: string, start: number, jumps = false): Specimen {
  return { state, show: <Steps state={state} start={start} jumps={jumps} /> }
}

function Compared({ state, plans }: { state: string; plans: readonly string[] }) {
  const [items, setItems] = useState(plans.map((name) => ({ id: name, name })))
  return (
    <ComparisonTable
      title={`Plans, ${state}`}
      items={items}
      rows={texts.rows.map((label, at) => ({ id: label, label, cell: (plan) => `$${plan.length * (at + 3)}` }))}
      onRemove={(id) => setItems(items.filter((item) => item.id !== id))}
    />
  )
}

function comparison(state: string, plans: readonly string[]): Specimen {
  return { state, show: <Compared state={state} plans={plans} /> }
}

const months = ['January', 'February', 'March']
const counted = ['Sent', 'Opened', 'Applied for', 'In effect']

function barChart(state: string, count: number): Specimen {
  return {
    state,
    show: (
      <BarChart
        title={`Proposals, ${state}`}
        rowHeading="Month"
        labels={months}
        series={counted.slice(0, count).map((name, at) => ({
          name,
          values: months.map((_, month) => (month === at ? null : 12 - 3 * at + month)),
          tableOnly: at === 3,
        }))}
      />
    ),
  }
}

function pagination(state: string, page: number, total: number): Specimen {
  const doNothing = () => {}
  return {
    state,
    show: <Pagination page={page} pageSize={10} total={total} onPage={doNothing} onPageSize={doNothing} />,
  }
}

function itemList(count: number): Specimen {
  const items = manyItems(count)
  return {
    state: `${count} items`,
    show: (
      <ItemList label={`Documents, ${count}`} items={items} toKey={(item) => item}>
        {(item) => item}
      </ItemList>
    ),
  }
}

function More({ total }: { total: number }) {
  const list = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(2)
  return (
    <>
      <ul ref={list}>
        {manyItems(Math.min(shown, total)).map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      {shown < total && (
        <MoreButton list={list} onMore={() => setShown(shown + 2)}>
          Show more
        </MoreButton>
      )}
    </>
  )
}

export const lists: Specimens = {
  BarChart: [barChart('one series', 1), barChart('three series, and a fourth in the table', 4)],
  ComparisonTable: [comparison('five', texts.plans), comparison('two', texts.plans.slice(0, 2))],
  ItemList: [itemList(3), itemList(120)],
  MoreButton: [{ state: 'two of five', show: <More total={5} /> }],
  Pagination: [pagination('one page', 1, 7), pagination('first of many', 1, 1234), pagination('last', 3, 25)],
  Wizard: [wizard('steps to jump to', 1, true), wizard('told only', 0), wizard('complete', texts.steps.length, true)],
}
