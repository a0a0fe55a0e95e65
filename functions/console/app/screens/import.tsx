import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ApiError, Client } from "reseller-website-monitoring-client";
import { tellChange, useConsole } from "../answers.ts";
import {
  bodyOf,
  type CsvRow,
  decodeFile,
  importFields,
  matchColumns,
  type Row,
  readCsv,
  readRow,
  UnusableFile,
} from "../csvImport.ts";
import { languageOptions, plural } from "../format.ts";
import { Field, Form } from "../parts/form.tsx";
import { explain, Problem } from "../parts/shown.tsx";
import { linkTo } from "../place.ts";

/** Of the rows to correct. The next ones follow when these are right. */
const MOST_FAULTY = 50;

interface CsvFile {
  name: string;
  header: string[];
  rows: CsvRow[];
}

/** A customer of the file, and the line of it. */
interface Customer {
  line: number;
  row: Row;
}

/** What became of a row: its customer is new, was there before, or the fields are wrong. */
type Outcome = "onboarded" | "existing" | Refusal;
type Refusal = Extract<ApiError, { kind: "validation" }>;

/** The rows of a file, and what became of those that were sent. */
interface Import {
  customers: Customer[];
  outcomes: readonly Outcome[];
}

/** The account's import that this tab is at: a reload goes on with it. A file too large to be kept is chosen again. */
function useImport() {
  const stored = `import ${useConsole().account.uuid}`;
  const [current, setImport] = useState<Import | null>(() =>
    JSON.parse(sessionStorage.getItem(stored) ?? "null"),
  );
  useEffect(() => {
    try {
      sessionStorage.setItem(stored, JSON.stringify(current));
    } catch {
      sessionStorage.removeItem(stored);
    }
  }, [current]);
  return [current, setImport] as const;
}

/** Reads a CSV in the browser and onboards its customers one by one. To send a file again changes nothing. */
export function ImportScreen() {
  const [file, setFile] = useState<CsvFile>();
  const [current, setImport] = useImport();
  const leave = () => {
    setFile(undefined);
    setImport(null);
  };
  return (
    <>
      <h1>Import customers</h1>
      {!file && !current && <Choose choose={setFile} />}
      {file && !current && (
        <Match
          file={file}
          start={(customers) => setImport({ customers, outcomes: [] })}
          aside={
            <button type="button" onClick={leave}>
              Choose another file
            </button>
          }
        />
      )}
      {current && (
        <Send
          {...current}
          leave={leave}
          change={(change) =>
            setImport((before) => before && { ...before, outcomes: change(before.outcomes) })
          }
        />
      )}
    </>
  );
}

function Choose({ choose }: { choose(file: CsvFile): void }) {
  const [problem, setProblem] = useState("");
  const read = async (file: File | undefined) => {
    if (!file) return;
    try {
      const text = decodeFile(new Uint8Array(await file.arrayBuffer()));
      choose({ name: file.name, ...readCsv(text) });
    } catch (error) {
      if (!(error instanceof UnusableFile)) throw error;
      setProblem(error.message);
    }
  };
  return (
    <>
      <p>
        A CSV file with a customer per row, as spreadsheets save it. The first row names the
        columns; you can check them before anything is sent. Customers get no e-mail. You can import
        a file again at any time: customers who are there already stay as they are.
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
  file: CsvFile;
  start(customers: Customer[]): void;
  aside: ComponentChildren;
}

/** Which column is which field, and what holds for all rows where there is no column. */
function Match({ file: { name, header, rows }, start, aside }: MatchProps) {
  const [columns, setColumns] = useState(() => matchColumns(header));
  const sample = readRow(rows[0]?.fields ?? [], columns, {});
  const options = ["None", ...header].map((text, index) => [String(index - 1), text] as const);
  const isMissing = (field: "country_code" | "language_preference") => (columns[field] ?? -1) < 0;
  return (
    <Form
      submit={`Import ${plural(rows.length, "customer")}`}
      aside={aside}
      send={async (values) => ({ values, error: undefined })}
      end={({ values: { country = "", language = "" } }) => {
        const otherwise = { country_code: country, language_preference: language };
        start(rows.map(({ line, fields }) => ({ line, row: readRow(fields, columns, otherwise) })));
      }}
    >
      <p>
        <bdi>{name}</bdi> has {plural(rows.length, "row")}. Choose the column of each field. Beside
        a field is what the first row has.
      </p>
      <div class="pair">
        {importFields.map((field) => (
          <Field
            key={field.name}
            name={field.name}
            label={field.label}
            hint={<bdi>{sample[field.name]}</bdi>}
            value={String(columns[field.name] ?? -1)}
            options={options}
            onInput={(column) => setColumns({ ...columns, [field.name]: Number(column) })}
          />
        ))}
        {isMissing("country_code") && (
          <Field name="country" label="Country of all rows" placeholder="GB" />
        )}
        {isMissing("language_preference") && (
          <Field
            name="language"
            label="Language of all rows"
            value="en"
            options={languageOptions}
          />
        )}
      </div>
    </Form>
  );
}

interface SendProps extends Import {
  leave(): void;
  change(change: (outcomes: readonly Outcome[]) => readonly Outcome[]): void;
}

/** Sends the rows one by one, shows how far that is, and lets faulty rows be corrected and sent again. */
function Send({ customers, outcomes, leave, change }: SendProps) {
  const { client, refused } = useConsole();
  const [problem, setProblem] = useState<ApiError>();
  const [corrected, setCorrected] = useState(0);
  const rest = useRef<HTMLElement>(null);
  const next = outcomes.length;
  const isEnded = next === customers.length;
  const countOf = (outcome: Outcome) => outcomes.filter((each) => each === outcome).length;
  const faulty = customers.flatMap((customer, index) => {
    const outcome = outcomes[index];
    return typeof outcome === "object" ? [{ ...customer, index, outcome }] : [];
  });

  useEffect(() => {
    const customer = customers[next];
    if (isEnded) tellChange();
    if (!customer || problem) return;
    let isGone = false;
    void onboard(client, customer.row).then(({ outcome, error }) => {
      if (isGone) return;
      if (error?.kind === "unauthorized") refused();
      else if (error?.kind === "validation") change((before) => [...before, error]);
      else if (outcome) change((before) => [...before, outcome]);
      else setProblem(error);
    });
    return () => {
      isGone = true;
    };
  }, [next, problem]);

  // The form that had the focus is gone: the next faulty field has it, or else the first button.
  useLayoutEffect(() => {
    const find = (selector: string) => rest.current?.querySelector<HTMLElement>(selector);
    if (corrected > 0) (find("[aria-invalid=true]") ?? find(".actions > *"))?.focus();
  }, [corrected]);

  return (
    <section ref={rest}>
      <p role="status">
        {next} of {customers.length} sent: {countOf("onboarded")} new, {countOf("existing")} already
        there, {faulty.length} to correct
      </p>
      <progress value={next} max={customers.length} aria-label="Rows sent" />
      <Problem>{problem && explain(problem)}</Problem>
      <p class="actions">
        {problem && (
          <button type="button" onClick={() => setProblem(undefined)}>
            Continue
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
      {faulty.length > 0 && (
        <>
          <h2>Rows to correct</h2>
          <p>
            {faulty.length > MOST_FAULTY && `The first ${MOST_FAULTY} are shown. `}
            If many rows have the same fault, correct it in the file and import the file again.
          </p>
        </>
      )}
      {faulty.slice(0, MOST_FAULTY).map(({ line, row, index, outcome }) => (
        <Form
          key={index}
          class="settings"
          submit="Send again"
          isPlain
          error={outcome}
          send={(values) => onboard(client, { ...row, ...values })}
          end={({ outcome }) => {
            change((before) => before.with(index, outcome ?? "onboarded"));
            setCorrected(corrected + 1);
          }}
        >
          <h3>
            Line {line}: <bdi>{row.business_name || row.email || row.hostname}</bdi>
          </h3>
          {importFields
            .filter(({ name }) => Object.keys(outcome.fields).some((path) => path.endsWith(name)))
            .map(({ name, label }) => (
              <Field key={name} {...{ name, label }} value={row[name]} isOptional hint="" />
            ))}
        </Form>
      ))}
    </section>
  );
}

/** Onboards the customer of a row, unless a customer has this e-mail address. */
async function onboard(
  client: Client,
  row: Row,
): Promise<{ outcome?: "onboarded" | "existing"; error?: ApiError }> {
  const { error } = await client.POST("/v1/onboarding", { body: bodyOf(row) });
  if (error?.kind === "validation" && error.fields["email"]?.rule === "unique")
    return { outcome: "existing" };
  return error ? { error } : { outcome: "onboarded" };
}
