import { useEffect, useRef, useState } from "preact/hooks";
import { textLanguages } from "../../../../shared/vocabulary/texts.ts";
import { tellChange, useConsole } from "../answers.ts";
import {
  bodyOf,
  decodeFile,
  type ImportField,
  importFields,
  keyOf,
  matchColumns,
  type Row,
  readCsv,
  readRow,
  UnusableFile,
} from "../csvImport.ts";
import { explain, Problem } from "../parts/shown.tsx";
import { linkTo } from "../place.ts";
import { useTitle } from "../tab.ts";

/** What became of a row: its customer is new, was there before, or the fields are wrong, each with the reason. */
type Outcome =
  | "onboarded"
  | "existing"
  | { faults: Partial<Record<ImportField, string>>; other?: string };

/** An import as the tab keeps it, so that a reload goes on where it stopped. */
interface Import {
  name: string;
  text: string;
  columns: Partial<Record<ImportField, number>>;
  otherwise: Partial<Row>;
  isStarted: boolean;
}

const KEPT = { file: "console-import", outcomes: "console-import-outcomes" };
/** Rows that were sent since are sent again after a reload, and change nothing. */
const KEEP_EVERY = 10;
const MOST_FAULTY = 50;

/** Reads a CSV in the browser and onboards its customers one by one. */
export function ImportScreen() {
  useTitle("Import customers");
  const [file, setFile] = useState(() => recallJson<Import>(KEPT.file));
  const change = (next: Import | undefined) => {
    keepJson(KEPT.file, next);
    if (!next) keepJson(KEPT.outcomes, undefined);
    setFile(next);
  };
  return (
    <>
      <h1>Import customers</h1>
      {!file && <Choose choose={change} />}
      {file && !file.isStarted && <Match file={file} change={change} />}
      {file?.isStarted && <Send file={file} leave={() => change(undefined)} />}
    </>
  );
}

function Choose({ choose }: { choose(file: Import): void }) {
  const [problem, setProblem] = useState("");
  const read = async (file: File | undefined) => {
    if (!file) return;
    try {
      const text = decodeFile(new Uint8Array(await file.arrayBuffer()));
      const { header } = readCsv(text);
      const columns = matchColumns(header);
      choose({ name: file.name, text, columns, otherwise: {}, isStarted: false });
    } catch (error) {
      if (!(error instanceof UnusableFile)) throw error;
      setProblem(error.message);
    }
  };
  return (
    <>
      <p>
        A CSV file with a customer per row, as spreadsheets save it. The first row names the
        columns; you can check them before anything is sent. Customers get no e-mail.
      </p>
      <label>
        CSV file
        <input
          type="file"
          accept=".csv,.txt,text/csv"
          onChange={({ currentTarget }) => void read(currentTarget.files?.[0])}
        />
      </label>
      <Problem>{problem}</Problem>
    </>
  );
}

interface MatchProps {
  file: Import;
  change(file: Import | undefined): void;
}

/** Which column is which field, and what holds for all rows where there is no column. */
function Match({ file, change }: MatchProps) {
  const { header, rows } = readCsv(file.text);
  const { columns, otherwise } = file;
  const assign = (name: ImportField, column: string) => {
    const { [name]: _, ...others } = columns;
    change({ ...file, columns: column === "" ? others : { ...others, [name]: Number(column) } });
  };
  const [first] = rows;
  const sample = first && readRow(first.fields, columns, otherwise);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        change({ ...file, isStarted: true });
      }}
    >
      <p>
        <bdi>{file.name}</bdi> has {rows.length} {rows.length === 1 ? "row" : "rows"}.
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Column</th>
            <th scope="col">First row</th>
          </tr>
        </thead>
        <tbody>
          {importFields.map(({ name, label }) => (
            <tr key={name}>
              <th scope="row">{label}</th>
              <td>
                <select
                  aria-label={label}
                  value={columns[name] ?? ""}
                  onChange={({ currentTarget }) => assign(name, currentTarget.value)}
                >
                  <option value="">None</option>
                  {header.map((column, index) => (
                    <option key={index} value={index}>
                      {column}
                    </option>
                  ))}
                </select>
              </td>
              <td>
                {columns[name] === undefined &&
                (name === "country_code" || name === "language_preference") ? (
                  <Otherwise
                    name={name}
                    value={otherwise[name] ?? ""}
                    set={(value) => change({ ...file, otherwise: { ...otherwise, [name]: value } })}
                  />
                ) : (
                  <bdi>{sample?.[name]}</bdi>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="actions">
        <button type="submit" class="primary">
          Import {rows.length} {rows.length === 1 ? "customer" : "customers"}
        </button>
        <button type="button" onClick={() => change(undefined)}>
          Choose another file
        </button>
      </p>
    </form>
  );
}

interface OtherwiseProps {
  name: "country_code" | "language_preference";
  value: string;
  set(value: string): void;
}

/** What holds for all rows of a file without that column. */
function Otherwise({ name, value, set }: OtherwiseProps) {
  if (name === "country_code") {
    return (
      <label>
        Country of all rows
        <input
          type="text"
          required
          placeholder="GB"
          value={value}
          onChange={({ currentTarget }) => set(currentTarget.value.trim())}
        />
      </label>
    );
  }
  return (
    <label>
      Language of all rows
      <select value={value || "en"} onChange={({ currentTarget }) => set(currentTarget.value)}>
        {textLanguages.map((each) => (
          <option key={each} value={each}>
            {new Intl.DisplayNames(["en"], { type: "language" }).of(each)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Sends the rows one by one, shows how far that is, and lets faulty rows be corrected and sent again. */
function Send({ file, leave }: { file: Import; leave(): void }) {
  const { client, refused } = useConsole();
  const otherwise = { language_preference: "en", ...file.otherwise };
  const [rows] = useState(() => {
    const rowsBefore = new Set<string>();
    return readCsv(file.text).rows.map(({ line, fields }) => {
      const row = readRow(fields, file.columns, otherwise);
      const text = JSON.stringify(row);
      const isRepeated = rowsBefore.has(text);
      rowsBefore.add(text);
      return { line, row, isRepeated };
    });
  });
  const [outcomes, setOutcomes] = useState(
    () => recallJson<Record<number, Outcome>>(KEPT.outcomes) ?? {},
  );
  const [problem, setProblem] = useState("");
  const [isPaused, setPaused] = useState(false);
  const isGone = useRef(false);
  const done = Object.values(outcomes);
  const faulty = rows.flatMap((each, index) => {
    const outcome = outcomes[index];
    return typeof outcome === "object" ? [{ ...each, index, outcome }] : [];
  });
  const onboarded = done.filter((each) => each === "onboarded").length;
  const existing = done.filter((each) => each === "existing").length;
  const next = rows.findIndex((_, index) => outcomes[index] === undefined);
  const isEnded = next < 0;

  /** Sends a row; false if nothing was decided about it. */
  const send = async (index: number, row: Row): Promise<boolean> => {
    const body = bodyOf(row);
    const { error } = await client.POST("/v1/onboarding", {
      params: { header: { "idempotency-key": await keyOf(body) } },
      body,
    });
    if (isGone.current) return false;
    if (error?.kind === "unauthorized") refused();
    if (error && error.kind !== "validation") {
      setProblem(explain(error));
      setPaused(true);
      return false;
    }
    // The service answers the same row as it did before.
    const decided = rows[index]?.isRepeated ? "existing" : "onboarded";
    setOutcomes((before) => {
      const after = {
        ...before,
        [index]: error ? outcomeOf(error.fields) : decided,
      };
      const isLast = Object.keys(after).length === rows.length;
      if (isLast || index % KEEP_EVERY === 0) keepJson(KEPT.outcomes, after);
      return after;
    });
    return true;
  };

  useEffect(
    () => () => {
      isGone.current = true;
    },
    [],
  );
  useEffect(() => {
    const row = rows[next]?.row;
    if (row && !isPaused) void send(next, row);
    if (isEnded) tellChange();
  }, [next, isPaused]);

  return (
    <>
      <p role="status">
        {done.length} of {rows.length} sent: {onboarded} new, {existing} already there,{" "}
        {faulty.length} to correct
      </p>
      <progress value={done.length} max={rows.length} aria-label="Rows sent" />
      <Problem>{problem}</Problem>
      <p class="actions">
        {!isEnded && (
          <button
            type="button"
            onClick={() => {
              setProblem("");
              setPaused(!isPaused);
            }}
          >
            {isPaused ? "Continue" : "Pause"}
          </button>
        )}
        {isEnded && faulty.length === 0 && (
          <a class="button primary" href={linkTo("customers")} onClick={leave}>
            Show the customers
          </a>
        )}
        <button type="button" onClick={leave}>
          {isEnded ? "Import another file" : "Stop"}
        </button>
      </p>
      {faulty.length > 0 && <h2>Rows to correct</h2>}
      {faulty.slice(0, MOST_FAULTY).map(({ line, row, index, outcome }) => (
        <Correct
          key={index}
          {...{ line, row, outcome }}
          send={(corrected) => {
            rows[index] = { line, row: corrected, isRepeated: false };
            return send(index, corrected);
          }}
        />
      ))}
      {faulty.length > MOST_FAULTY && (
        <p>
          {faulty.length - MOST_FAULTY} more rows follow when these are right. If many rows have the
          same fault, correct it in the file and import the file again: customers who are there
          already stay as they are.
        </p>
      )}
    </>
  );
}

interface CorrectProps {
  line: number;
  row: Row;
  outcome: Exclude<Outcome, string>;
  send(row: Row): Promise<boolean>;
}

/** A faulty row: its wrong fields, each with the reason. */
function Correct({ line, row, outcome: { faults, other }, send }: CorrectProps) {
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy || !(event.currentTarget instanceof HTMLFormElement)) return;
    setBusy(true);
    await send({ ...row, ...Object.fromEntries(new FormData(event.currentTarget)) });
    setBusy(false);
  };
  return (
    <form onSubmit={submit}>
      <h3>
        Line {line}: <bdi>{row.business_name || row.email || row.hostname}</bdi>
      </h3>
      {importFields
        .filter(({ name }) => faults[name] !== undefined)
        .map(({ name, label }) => (
          <label key={name}>
            {label}
            <input
              type="text"
              name={name}
              defaultValue={row[name]}
              aria-invalid
              aria-describedby={`fault-${line}-${name}`}
            />
            <span class="bad" id={`fault-${line}-${name}`}>
              {faults[name]}
            </span>
          </label>
        ))}
      {other && <p class="bad">{other}</p>}
      <button type="submit" disabled={isBusy}>
        Send again
      </button>
    </form>
  );
}

/** What a 422 says about a row. A customer with this e-mail address is there already. */
function outcomeOf(fields: Record<string, { rule: string; text: string }>): Outcome {
  if (fields["email"]?.rule === "unique") return "existing";
  const faults: Partial<Record<ImportField, string>> = {};
  const others: string[] = [];
  for (const [path, { text }] of Object.entries(fields)) {
    const field = importFields.find(({ name }) => name === path.replace("business.", ""));
    if (field) faults[field.name] = text;
    else others.push(text);
  }
  return { faults, ...(others.length > 0 && { other: others.join(" ") }) };
}

function recallJson<Value>(name: string): Value | undefined {
  const text = sessionStorage.getItem(name);
  return text === null ? undefined : JSON.parse(text);
}

/** A file that is larger than the tab may keep is imported as well, but a reload begins anew. */
function keepJson(name: string, value: unknown) {
  try {
    if (value === undefined) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    sessionStorage.removeItem(name);
  }
}
