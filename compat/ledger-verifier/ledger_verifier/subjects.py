"""The numbers of each person's events: one that was taken away leaves a gap, also before it is sealed."""

from collections.abc import Iterator

from .tables import Tables

# For each table of subjects: its column, how many events are nobody's any more, and whose identities are the subject's.
SUBJECTS = {
    "ledger_accounts": ("subject", "0", "whose.subject is not null"),
    "ledger_visitors": ("visitor", "one.erased", "whose.subject is null"),
}


def number_findings(tables: Tables) -> Iterator[tuple[str, str]]:
    """Find gaps, numbers that two events have, and numbers that were not given."""
    for table, (column, erased, own) in SUBJECTS.items():
        statement = f"""
            select one.last, {erased} as erased, min(event.id) as event, count(event.number) as numbered,
                count(distinct case when event.number between 1 and one.last then event.number end) as given
            from {{{table}}} as one
            left join {{ledger_identities}} as whose on whose.{column} = one.{column} and {own}
            left join {{ledger_events}} as event on event.id = whose.event_id
            group by one.{column}"""
        for row in tables.select(statement):
            who = f"the person of event {row['event']}" if row["event"] else "a person of whom no event is there"
            if row["given"] + row["erased"] < row["last"]:
                yield "event_missing", f"{who} was given {row['last']} numbers, and events have {row['given']} of them"
            if row["numbered"] > row["given"]:
                yield "event_added", f"events of {who} have a number twice, or one that was not given"
        unknown = f"""
            select event_id from {{ledger_identities}} as whose
            where {column} is not null and {own} and {column} not in (select {column} from {{{table}}})"""
        for row in tables.select(unknown):
            yield "event_added", f"event {row['event_id']} is of a person who was never given a number"
