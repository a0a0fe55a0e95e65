interface ChoicesProps<Name extends string> {
  /** What each choice is called. */
  texts: Readonly<Record<Name, string>>;
  isChosen(name: NoInfer<Name>): boolean;
  choose(name: NoInfer<Name>): void;
}

/** Buttons of which one is pressed. */
export function Choices<Name extends string>({ texts, isChosen, choose }: ChoicesProps<Name>) {
  return (
    <p class="actions">
      {(Object.keys(texts) as Name[]).map((name) => (
        <button key={name} type="button" aria-pressed={isChosen(name)} onClick={() => choose(name)}>
          {texts[name]}
        </button>
      ))}
    </p>
  );
}
