//! Tables of results, exported through Arrow's C stream interface without a copy.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::Arc;

use arrow_array::builder::{ArrayBuilder, ListBuilder, StringBuilder, UInt64Builder};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{
    Array, ArrayRef, BooleanArray, Float64Array, Int64Array, ListArray, RecordBatch,
    RecordBatchIterator, StringArray, UInt64Array,
};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use mankala::Loaded;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyIterator, PyList, PyTuple};

use crate::errors;

/// Values of a column.
pub struct Values {
    array: ArrayRef,
    /// Set if values may be missing. The schema states it even if none is missing, so that tables can be joined.
    some: bool,
}

/// Creates values that are never missing.
fn all(array: impl Array + 'static) -> Values {
    Values { array: Arc::new(array), some: false }
}

/// Creates values that may be missing.
fn some(array: impl Array + 'static) -> Values {
    Values { some: true, ..all(array) }
}

/// Column: its name and its values.
pub type Column = (&'static str, Values);

/// Creates texts.
pub fn texts(values: impl IntoIterator<Item = impl AsRef<str>>) -> Values {
    all(StringArray::from_iter_values(values))
}

/// Creates texts that may be missing.
pub fn some_texts<T: AsRef<str>>(values: impl IntoIterator<Item = Option<T>>) -> Values {
    some(values.into_iter().collect::<StringArray>())
}

/// Creates unsigned integers.
pub fn counts(values: impl IntoIterator<Item = u64>) -> Values {
    all(UInt64Array::from_iter_values(values))
}

/// Creates integers that may be missing.
pub fn some_integers(values: impl IntoIterator<Item = Option<i64>>) -> Values {
    some(values.into_iter().collect::<Int64Array>())
}

/// Creates floating-point numbers.
pub fn numbers(values: impl IntoIterator<Item = f64>) -> Values {
    all(Float64Array::from_iter_values(values))
}

/// Creates floating-point numbers that may be missing.
pub fn some_numbers(values: impl IntoIterator<Item = Option<f64>>) -> Values {
    some(values.into_iter().collect::<Float64Array>())
}

/// Creates booleans.
pub fn truths(values: impl IntoIterator<Item = bool>) -> Values {
    all(values.into_iter().map(Some).collect::<BooleanArray>())
}

/// Creates a builder of lists, whose elements have the same name as in the program's files.
fn lists<B: ArrayBuilder>(elements: B, kind: DataType) -> ListBuilder<B> {
    ListBuilder::new(elements).with_field(Field::new("element", kind, false))
}

/// Creates lists of texts.
pub fn lists_of_texts<'a>(values: impl IntoIterator<Item = &'a Vec<String>>) -> Values {
    let mut lists = lists(StringBuilder::new(), DataType::Utf8);
    for list in values {
        lists.append_value(list.iter().map(Some));
    }
    all(lists.finish())
}

/// Creates lists of unsigned integers.
pub fn lists_of_counts<'a>(values: impl IntoIterator<Item = &'a Vec<usize>>) -> Values {
    let mut lists = lists(UInt64Builder::new(), DataType::UInt64);
    for list in values {
        lists.append_value(list.iter().map(|&count| Some(count as u64)));
    }
    all(lists.finish())
}

/// Table with named columns.
#[pyclass(frozen, subclass, module = "mankala")]
pub struct Table {
    schema: SchemaRef,
    /// Rows in batches.
    batches: Vec<RecordBatch>,
}

impl Table {
    /// Creates a table of columns of one length.
    pub fn new(columns: Vec<Column>) -> PyResult<Self> {
        Self::of(vec![columns])
    }

    /// Adds facts about the run.
    #[must_use]
    pub fn with<'a>(mut self, facts: impl IntoIterator<Item = (&'a str, String)>) -> Self {
        let facts = facts.into_iter().map(|(name, fact)| (name.to_owned(), fact));
        let mut metadata = self.schema.metadata().clone();
        metadata.extend(facts);
        let schema = Arc::new(self.schema.as_ref().clone().with_metadata(metadata));
        let batches = self.batches.into_iter();
        // The columns are the same.
        let renewed = batches.filter_map(|batch| batch.with_schema(Arc::clone(&schema)).ok());
        self.batches = renewed.collect();
        self.schema = schema;
        self
    }

    /// Adds the variant and the version of the program.
    #[must_use]
    pub fn of_variant(self, loaded: &Loaded) -> Self {
        self.with([
            ("variant", loaded.label()),
            ("digest", loaded.digest()),
            ("version", env!("CARGO_PKG_VERSION").to_owned()),
        ])
    }

    /// Creates a table from batches of the same columns, each with the next rows.
    pub fn of<N: AsRef<str>>(batches: Vec<Vec<(N, Values)>>) -> PyResult<Self> {
        let field = |(name, values): &(N, Values)| {
            Field::new(name.as_ref(), values.array.data_type().clone(), values.some)
        };
        let first = batches.iter().take(1).flatten();
        let schema = Arc::new(Schema::new(first.map(field).collect::<Vec<_>>()));
        let batch = |columns: Vec<(N, Values)>| {
            let values = columns.into_iter().map(|(_, values)| values.array);
            RecordBatch::try_new(Arc::clone(&schema), values.collect())
        };
        let batches = batches.into_iter().map(batch).collect::<Result<_, _>>();
        let batches = batches.map_err(errors::internal)?;
        Ok(Self { schema, batches })
    }
}

/// Converts a value to a Python object.
fn cell<'py>(py: Python<'py>, values: &dyn Array, row: usize) -> PyResult<Bound<'py, PyAny>> {
    if values.is_null(row) {
        return Ok(py.None().into_bound(py));
    }
    let any = values.as_any();
    macro_rules! of {
        ($($type:ty),*) => {
            $(if let Some(values) = any.downcast_ref::<$type>() {
                let value = values.value(row).into_pyobject(py)?;
                return Ok(value.to_owned().into_any());
            })*
        };
    }
    of!(StringArray, UInt64Array, Int64Array, Float64Array, BooleanArray);
    match any.downcast_ref::<ListArray>() {
        Some(lists) => list(py, &[&*lists.value(row)]).map(Bound::into_any),
        None => {
            Err(errors::internal(format!("unsupported type of a column: {}", values.data_type())))
        }
    }
}

/// Converts several arrays to one list.
fn list<'py>(py: Python<'py>, values: &[&dyn Array]) -> PyResult<Bound<'py, PyList>> {
    let rows = |&values| (0..Array::len(values)).map(move |row| cell(py, values, row));
    let cells = values.iter().flat_map(rows);
    PyList::new(py, cells.collect::<PyResult<Vec<_>>>()?)
}

/// Name of a type of values, and whether a table can be rebuilt from it.
fn kind(of: &DataType) -> &'static str {
    match of {
        DataType::Utf8 => "text",
        DataType::Boolean => "bool",
        DataType::Float64 => "float",
        DataType::Int64 => "int",
        DataType::List(element) if *element.data_type() == DataType::Utf8 => "texts",
        DataType::List(_) => "counts",
        _ => "count",
    }
}

/// Columns as Python sees them: name, kind, whether values may be missing, and the values.
type PlainColumns<'py> = Vec<(String, String, bool, Bound<'py, PyAny>)>;

/// Columns and facts of a table as Python sees them.
pub type Plain<'py> = (PlainColumns<'py>, HashMap<String, String>);

/// Rebuilds a table, to unpickle it.
#[pyfunction]
#[pyo3(name = "_table")]
pub fn rebuilt(plain: Plain<'_>) -> PyResult<Table> {
    let (columns, facts) = plain;
    let read = |(name, kind, some, values): (String, String, bool, Bound<'_, PyAny>)| {
        let values = match &*kind {
            "text" => some_texts(values.extract::<Vec<Option<String>>>()?),
            "bool" => truths(values.extract::<Vec<bool>>()?),
            "float" => some_numbers(values.extract::<Vec<Option<f64>>>()?),
            "int" => some_integers(values.extract::<Vec<Option<i64>>>()?),
            "texts" => lists_of_texts(&values.extract::<Vec<Vec<String>>>()?),
            "counts" => lists_of_counts(&values.extract::<Vec<Vec<usize>>>()?),
            _ => counts(values.extract::<Vec<u64>>()?),
        };
        Ok((name, Values { some, ..values }))
    };
    let columns = columns.into_iter().map(read).collect::<PyResult<Vec<_>>>()?;
    let table = Table::of(vec![columns])?;
    Ok(table.with(facts.iter().map(|(name, fact)| (&**name, fact.clone()))))
}

impl Table {
    /// Returns what rebuilds the table.
    pub fn plain<'py>(&self, py: Python<'py>) -> PyResult<Plain<'py>> {
        let column = |field: &Arc<Field>| {
            let values = self.column(py, field.name())?.into_any();
            let kind = kind(field.data_type()).to_owned();
            Ok((field.name().clone(), kind, field.is_nullable(), values))
        };
        let columns = self.schema.fields().iter().map(column);
        let facts = self.schema.metadata().iter();
        let facts = facts.map(|(name, fact)| (name.to_owned(), fact.to_owned())).collect();
        Ok((columns.collect::<PyResult<_>>()?, facts))
    }

    /// Returns a column.
    pub fn column<'py>(&self, py: Python<'py>, column: &str) -> PyResult<Bound<'py, PyList>> {
        let Ok(at) = self.schema.index_of(column) else {
            return Err(errors::column(format!(
                "unknown column {column:?}, expected one of {}",
                self.columns().join(", ")
            )));
        };
        let values = self.batches.iter().map(|batch| &**batch.column(at));
        list(py, &values.collect::<Vec<_>>())
    }

    /// Returns the first rows, each as a dictionary.
    fn rows<'py>(&self, py: Python<'py>, most: usize) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let mut rows = Vec::new();
        for batch in &self.batches {
            for row in 0..batch.num_rows().min(most - rows.len()) {
                let dict = PyDict::new(py);
                for (field, values) in self.schema.fields().iter().zip(batch.columns()) {
                    dict.set_item(field.name(), cell(py, &**values, row)?)?;
                }
                rows.push(dict);
            }
        }
        Ok(rows)
    }
}

/// Number of rows that notebooks show.
const SHOWN: usize = 20;

/// Writes a text in HTML.
fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;")
}

#[pymethods]
impl Table {
    #[doc = stub!("Table.metadata")]
    #[getter]
    fn metadata<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let metadata = PyDict::new(py);
        let mut facts: Vec<_> = self.schema.metadata().iter().collect();
        facts.sort();
        for (name, fact) in facts {
            metadata.set_item(name, fact)?;
        }
        Ok(metadata)
    }

    #[doc = stub!("Table.keys")]
    fn keys(&self) -> Vec<String> {
        self.columns()
    }

    #[doc = stub!("Table.values")]
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyList>>> {
        let columns = self.columns();
        columns.iter().map(|name| self.column(py, name)).collect()
    }

    #[doc = stub!("Table.items")]
    fn items<'py>(&self, py: Python<'py>) -> PyResult<Vec<(String, Bound<'py, PyList>)>> {
        Ok(self.columns().into_iter().zip(self.values(py)?).collect())
    }

    #[doc = stub!("Table.get")]
    #[pyo3(signature = (column, default=None))]
    fn get<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = errors::typed)] column: String,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        match self.schema.index_of(&column) {
            Ok(_) => Ok(Some(self.column(py, &column)?.into_any())),
            Err(_) => Ok(default),
        }
    }

    fn __contains__(&self, #[pyo3(from_py_with = errors::typed)] column: String) -> bool {
        self.schema.index_of(&column).is_ok()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.rows(py, usize::MAX)?)?.try_iter()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let table = py.import("mankala._engine")?.getattr("_table")?;
        (table, (self.plain(py)?,)).into_pyobject(py)
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let heads = self.columns().into_iter();
        let heads: Vec<String> = heads.map(|name| format!("<th>{}</th>", escaped(&name))).collect();
        let mut html = format!("<table><thead><tr>{}</tr></thead><tbody>", heads.concat());
        for row in self.rows(py, SHOWN)? {
            html.push_str("<tr>");
            for value in row.values() {
                let text = if value.is_none() { String::new() } else { value.str()?.to_string() };
                let _ = write!(html, "<td>{}</td>", escaped(&text));
            }
            html.push_str("</tr>");
        }
        html.push_str("</tbody></table>");
        let rows = self.__len__();
        if rows > SHOWN {
            let _ = write!(html, "<p>{SHOWN} of {rows} rows</p>");
        }
        Ok(html)
    }

    #[doc = stub!("Table.columns")]
    #[getter]
    fn columns(&self) -> Vec<String> {
        let fields = self.schema.fields().iter();
        fields.map(|field| field.name().clone()).collect()
    }

    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = errors::typed)] column: String,
    ) -> PyResult<Bound<'py, PyList>> {
        self.column(py, &column)
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The interface allows ignoring the requested schema; the caller then casts by itself.
        let _ = requested_schema;
        let batches = self.batches.clone().into_iter().map(Ok::<_, ArrowError>);
        let reader = RecordBatchIterator::new(batches, Arc::clone(&self.schema));
        let stream = FFI_ArrowArrayStream::new(Box::new(reader));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    fn __repr__(&self) -> String {
        let field = |field: &Arc<Field>| {
            let kind = match kind(field.data_type()) {
                "count" => "int",
                "texts" | "counts" => "list",
                kind => kind,
            };
            format!("{}: {kind}", field.name())
        };
        let fields: Vec<String> = self.schema.fields().iter().map(field).collect();
        let rows = self.__len__();
        format!("<{rows} rows of {}>", fields.join(", "))
    }
}
