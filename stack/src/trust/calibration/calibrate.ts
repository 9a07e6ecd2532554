import type { AppId } from '@infra/protocol/apps/app'
import { catalogue } from '@infra/protocol/apps/catalogue'
import { isComparable } from '@infra/trust/comparators/compare-results'
import { formatTable } from '../report.ts'
import { calibrateApp } from './calibrate-app.ts'
import { type Calibration, type Counted, readCalibration, writeCalibration } from './calibration.ts'

const INPUTS = Number(process.env.CALIBRATE_INPUTS ?? 200)

/**
 * Runs the apps whose results are compared, with the real models, and records how far apart honest results are and how close cheats
 * come. `CALIBRATE_INPUTS` is the number of inputs for each. Returns whether no honest result is judged wrong.
 */
export async function calibrate(named: string[]): Promise<boolean> {
  const apps = catalogue.map(({ id }) => id).filter((id) => isComparable(id))
  const wanted = named.length > 0 ? apps.filter((id) => named.includes(id)) : apps
  const calibration = await readCalibration()
  for (const id of wanted) {
    console.log(`${id}: ${INPUTS} inputs`)
    calibration[id] = await calibrateApp(id as AppId, INPUTS)
    await writeCalibration(calibration)
  }
  console.log(formatTable(tableOf(calibration)))
  return Object.values(calibration).every(({ honest }) => honest.wrong === 0)
}

function tableOf(calibration: Calibration) {
  const shown = ({ same, unclear, wrong }: Counted) => `${same} / ${unclear} / ${wrong}`
  const distance = (value: number | null) => (value === null ? '-' : value.toPrecision(2))
  return {
    title: 'Honest results and near cheats (same / unclear / wrong)',
    header: ['app', 'compared', 'inputs', 'equal bytes', 'outcome', 'distance'],
    rows: Object.entries(calibration).flatMap(([app, { inputs, equalBytes, honest, cheats }]) => [
      [app, 'one thread and two', inputs, equalBytes, shown(honest), distance(honest.farthest)],
      ...Object.entries(cheats).map(([name, cheat]) => [
        app,
        name,
        inputs,
        '',
        shown(cheat),
        distance(cheat.nearest),
      ]),
    ]),
  }
}
